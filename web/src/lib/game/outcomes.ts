/** Groups of outcomes of a deal, such as all outcomes in which the makers were euchred. */

import type { DealResult } from "../../wire/types.ts";

type Outcome = DealResult["outcome"];

const EUCHRED: readonly Outcome[] = ["euchred", "lone_euchred", "defended_alone"];
const MARCHES: readonly Outcome[] = ["march", "lone_march"];

/** Whether the makers were euchred. */
export const isEuchred = (outcome: Outcome): boolean => EUCHRED.includes(outcome);

/** Whether the makers took every trick. */
export const isMarch = (outcome: Outcome): boolean => MARCHES.includes(outcome);
