/** Something that the user asks for and that takes a moment. */

export class Task {
  /** Whether a step is under way. */
  busy = $state(false);
  /** Why the last step failed. Empty if it succeeded, and while it is under way. */
  trouble = $state("");

  /** Runs a step, unless another one is under way. If the step throws an error, keeps its message. */
  async run(step: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      await step();
    } catch (error) {
      this.trouble = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
