import { print } from './print.ts';

/** Where progress is shown. */
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 100;
/** Between two lines of a log. */
const LINE_MS = 10_000;
/** An estimate from less time changes too much. */
const ESTIMATE_MS = 3_000;
const CLEAR_LINE = '\r\u001b[2K';

/** How far a command is: one line that is redrawn on a terminal, a line now and then elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  #name = '';
  #done = 0;
  #total = 0;
  #startedAt = 0;
  #shownAt = 0;
  #isLineOpen = false;

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  /** @param name what is counted */
  begin(name: string, total = 0): void {
    this.#name = name;
    this.#total = total;
    this.#done = 0;
    this.#startedAt = this.#shownAt = performance.now();
    if (this.#output.isTTY) this.#draw();
  }

  planned(more: number): void {
    this.#total += more;
  }

  done(): void {
    this.#done += 1;
    const now = performance.now();
    if (now - this.#shownAt < (this.#output.isTTY ? REDRAW_MS : LINE_MS)) return;
    this.#shownAt = now;
    this.#draw();
  }

  /** A line of its own. */
  print(text: string): void {
    this.end();
    print(this.#output, `${text}\n`);
  }

  /** The line of the terminal is for something else from now on. */
  end(): void {
    if (this.#isLineOpen) this.#output.write(CLEAR_LINE);
    this.#isLineOpen = false;
  }

  #draw(): void {
    const text = `${this.#name}: ${this.#done} of ${this.#total}${this.#estimate()}`;
    if (!this.#output.isTTY) return void this.#output.write(`${text}\n`);
    this.#output.write(CLEAR_LINE + text);
    this.#isLineOpen = true;
  }

  #estimate(): string {
    const elapsed = performance.now() - this.#startedAt;
    if (elapsed < ESTIMATE_MS || this.#done === 0) return '';
    const seconds = Math.ceil(((elapsed / this.#done) * (this.#total - this.#done)) / 1000);
    return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
  }
}
