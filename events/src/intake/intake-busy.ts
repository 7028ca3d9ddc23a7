/** The intake is overloaded or paused: retry after `retryAfterSeconds`. */
export class IntakeBusy extends Error {
  readonly retryAfterSeconds = 1;
  constructor() {
    super("The event intake is busy");
    this.name = "IntakeBusy";
  }
}
