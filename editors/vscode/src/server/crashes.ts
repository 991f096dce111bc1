/** Whether a server that ended unasked is worth another start. */

const WINDOW = 3 * 60 * 1000; // milliseconds
const TOO_MANY = 5; // crashes in that time

export class Crashes {
  private times: number[] = [];

  /** Counts one more. False if there were too many in a short time: the next start would end as this one did. */
  another(now = Date.now()): boolean {
    this.times = [...this.times.filter((time) => now - time < WINDOW), now];
    return this.times.length < TOO_MANY;
  }

  /** Somebody asked for a start: what was before does not count. */
  forget(): void {
    this.times = [];
  }
}
