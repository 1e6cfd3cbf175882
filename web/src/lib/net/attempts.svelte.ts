/** The attempts of a page to reach the server, of which the page shows the last error. */

export class Attempts {
  /** The error of the last attempt. Undefined if it succeeded, and before the first attempt. */
  error: Error | undefined = $state.raw();
  /** The number of attempts that failed since the last one that succeeded. */
  failures = $state(0);

  /** Runs a step. If the step throws an error, keeps that error instead of passing it on. */
  async run(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.error = undefined;
      this.failures = 0;
    } catch (error) {
      this.error = error as Error;
      this.failures += 1;
    }
  }
}
