/** The state of the form for a team's roster. */

import type { Board, Roster, TeamView } from "../../wire/types.ts";

/** Returns the names of the marae of all teams, without duplicates. */
export const maraeOf = ({ teams }: Board): readonly string[] =>
  [...new Set((teams ?? []).map(({ marae }) => marae).filter(Boolean))].sort((a, b) => a.localeCompare(b));

export class RosterForm {
  name = $state("");
  marae = $state("");
  captain = $state("");
  /** The players' names, one name per line. */
  players = $state("");
  fillIns = $state("");

  constructor(team?: TeamView) {
    if (team) this.take(team);
  }

  take(team: TeamView): void {
    this.name = team.name;
    this.marae = team.marae;
    this.captain = team.captain ?? "";
    this.players = (team.players ?? []).join("\n");
    this.fillIns = (team.fill_ins ?? []).join("\n");
  }

  clear(): void {
    this.name = this.marae = this.captain = this.players = this.fillIns = "";
  }

  get roster(): Roster {
    const { name, marae, captain } = this;
    return { name, marae, captain, players: lines(this.players), fill_ins: lines(this.fillIns) };
  }
}

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim());
