/** The analysis of a finished game: the review of one seat, deal by deal, and the choices that were asked about. */

import { SvelteMap } from "svelte/reactivity";
import { isCostly } from "../lib/narration/choice-values.ts";
import { pointsScale, type PointsScale } from "../lib/narration/points-scale.ts";
import { reviewDeals } from "../lib/net/review-deals.ts";
import type { ChoiceExplanation, DealReview, ReviewedChoice, Seat } from "../wire/types.ts";

/** What the server tells of a finished game. */
export interface AnalysisSource {
  review: (seat: Seat, deal: number) => Promise<DealReview>;
  why: (deal: number, step: number) => Promise<ChoiceExplanation>;
  /** Is told the reviews of all deals, as soon as they are there. */
  reviewed: (seat: Seat, reviews: readonly DealReview[]) => void;
}

/** A choice of the reviewed seat, and the deal in which it was made, counted from 0. */
export interface JudgedChoice {
  readonly deal: number;
  readonly choice: ReviewedChoice;
}

const hasAlternatives = ({ choices }: ReviewedChoice): boolean => choices.length > 1;

export class GameAnalysis {
  readonly #source: AnalysisSource;
  #run = new AbortController();
  readonly #answers = new Map<string, Promise<ChoiceExplanation>>();
  readonly #explained = new SvelteMap<string, ReviewedChoice>();

  /** The seat whose choices are reviewed. */
  seat = $state<Seat>("south");
  reviews = $state.raw<readonly DealReview[]>([]);
  /** The number of deals to review. */
  total = $state(0);
  running = $state(false);
  trouble = $state("");

  readonly done = $derived(this.total > 0 && this.reviews.length === this.total);
  /** The choices of the seat that had an alternative, in the order of the game. */
  readonly judged: readonly JudgedChoice[] = $derived(
    this.reviews.flatMap(({ number, choices }) =>
      choices.filter(hasAlternatives).map((choice) => ({ deal: number, choice })),
    ),
  );
  readonly mistakes: readonly JudgedChoice[] = $derived(this.judged.filter(({ choice }) => isCostly(choice)));

  constructor(source: AnalysisSource, seat: Seat) {
    this.#source = source;
    this.seat = seat;
  }

  /** Reviews the choices of the seat in the first `total` deals, one deal after another. */
  async start(total = this.total): Promise<void> {
    this.stop();
    this.#run = new AbortController();
    const [{ signal }, { seat }] = [this.#run, this];
    [this.reviews, this.total, this.trouble, this.running] = [[], total, "", true];
    try {
      const ask = (deal: number): Promise<DealReview> => this.#source.review(seat, deal);
      for await (const review of reviewDeals(total, ask, signal)) this.reviews = [...this.reviews, review];
    } catch (error) {
      if (!signal.aborted) this.trouble = (error as Error).message;
    }
    if (signal.aborted) return;
    this.running = false;
    if (this.done) this.#source.reviewed(seat, this.reviews);
  }

  stop(): void {
    this.#run.abort();
    this.running = false;
  }

  /** Returns why a choice was made. An answer is fetched once. */
  why(deal: number, step: number): Promise<ChoiceExplanation> {
    const key = `${deal} ${step}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#source.why(deal, step);
    this.#answers.set(key, answer);
    answer.then(
      ({ made }) => this.#explained.set(key, made),
      () => this.#answers.delete(key),
    );
    return answer;
  }

  /** Returns the figures of the choice of a step. Undefined if they are not known, or if there was no alternative. */
  choiceAt(deal: number, step: number): ReviewedChoice | undefined {
    return this.#choicesIn(deal).find((choice) => choice.step === step);
  }

  /** Returns the scale of all values that are known in a deal. */
  scaleOf(deal: number): PointsScale {
    return pointsScale(this.#choicesIn(deal).flatMap(({ choices }) => choices));
  }

  #choicesIn(deal: number): ReviewedChoice[] {
    const reviewed = this.judged.filter((each) => each.deal === deal).map(({ choice }) => choice);
    const asked = [...this.#explained].filter(([key]) => key.startsWith(`${deal} `)).map(([, choice]) => choice);
    return [...reviewed, ...asked.filter(hasAlternatives)];
  }

  mistakeAfter(deal: number, step: number): JudgedChoice | undefined {
    return this.mistakes.find((each) => each.deal > deal || (each.deal === deal && each.choice.step > step));
  }

  mistakeBefore(deal: number, step: number): JudgedChoice | undefined {
    return this.mistakes.findLast((each) => each.deal < deal || (each.deal === deal && each.choice.step < step));
  }
}
