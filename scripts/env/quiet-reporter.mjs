import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './root.mjs';

const streams = [process.stdout, process.stderr];
/** Another reporter says everything as it comes: this one only counts. */
const isVerbose = process.env.TOCSIN_TEST_VERBOSE === '1';
/** Characters of output that are held back; of more, the oldest are dropped. */
const mostHeld = 1_000_000;
/** Milliseconds between two lines about what is running. */
const saysEvery = 60_000;

/**
 * A reporter for jest that prints what failed, which suite begins, and once a minute how far those that run are. What tests and their libraries print
 * is held back, and shown when a file fails. The counts of each suite, and the seconds that its files took, are written to the file that TOCSIN_TEST_RESULTS names.
 */
export default class QuietReporter {
  #writes = streams.map((stream) => stream.write.bind(stream));
  #held = [];
  #characters = 0;
  #suites = {};
  /** Since when each file runs, by its path. */
  #running = new Map();
  #says = setInterval(() => this.#sayProgress(), saysEvery).unref();

  constructor() {
    if (isVerbose) return;
    for (const stream of streams) stream.write = (chunk, encoding, done) => this.#hold(chunk, encoding, done);
    // an interrupted run prints its collected output
    process.once('exit', this.#show);
  }

  onTestFileStart({ path, context }) {
    const { name } = context.config.displayName;
    if (!this.#suites[name]) this.#print(`${name} begins\n`);
    this.#suiteOf(name);
    this.#running.set(path, { name, since: performance.now() });
  }

  onTestResult({ path, context }, result) {
    this.#running.delete(path);
    this.#count(context.config.displayName.name, result);
    const { testFilePath, testExecError, numFailingTests, failureMessage, console: printed } = result;
    if (isVerbose || (numFailingTests === 0 && !testExecError)) return;
    this.#show();
    this.#print(`FAIL ${testFilePath}\n${failureMessage ?? ''}\n`);
    for (const { type, message, origin } of printed ?? []) this.#print(`console.${type} ${message}\n${origin}\n`);
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.#says);
    const failedCount = results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (process.env.TOCSIN_TEST_RESULTS) writeFileSync(process.env.TOCSIN_TEST_RESULTS, JSON.stringify(this.#suites));
    if (failedCount > 0) this.#show();
    streams.forEach((stream, index) => (stream.write = this.#writes[index]));
    process.off('exit', this.#show);
  }

  #suiteOf(name) {
    return (this.#suites[name] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 });
  }

  /** How far each suite is of which a file is running. The file that has run longest may be stuck. */
  #sayProgress() {
    for (const [name, { passed, failed }] of Object.entries(this.#suites)) {
      const longest = [...this.#running].find(([, file]) => file.name === name);
      if (!longest) continue;
      const seconds = Math.round((performance.now() - longest[1].since) / 1000);
      this.#print(`${name}: ${passed} passed, ${failed} failed; ${relative(root, longest[0])} since ${seconds} s\n`);
    }
  }

  /** A file that did not even load counts as one failure. */
  #count(name, { numPassingTests, numFailingTests, numPendingTests, numTodoTests, testExecError, perfStats }) {
    const suite = this.#suiteOf(name);
    suite.passed += numPassingTests;
    suite.failed += testExecError && numFailingTests === 0 ? 1 : numFailingTests;
    suite.skipped += numPendingTests + numTodoTests;
    suite.seconds += (perfStats.end - perfStats.start) / 1000;
  }

  #hold(chunk, encoding, done) {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    this.#held.push(text);
    this.#characters += text.length;
    while (this.#characters > mostHeld) this.#characters -= this.#held.shift().length;
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  }

  #show = () => {
    for (const text of this.#held.splice(0)) this.#print(text);
    this.#characters = 0;
  };

  #print(text) {
    this.#writes[1](text);
  }
}
