import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end of a run each test that passed only when it was repeated, with the error of its first attempt. */
export default class FlakyTests implements Reporter {
  #flaky: TestCase[] = [];

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.#flaky.push(test);
  }

  onTestRunEnd() {
    for (const test of this.#flaky) {
      const [error] = test.result().errors ?? [];
      console.log(
        `passed when repeated: ${test.module.relativeModuleId} > ${test.fullName}: ${error?.message ?? 'no error'}`,
      );
    }
  }
}
