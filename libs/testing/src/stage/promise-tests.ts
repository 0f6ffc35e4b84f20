import { sayInOneTest, type Sentences } from './story.js';
import type { Stage } from './stage.js';

/** The people and the server that the tests of a folder share. */
interface SharedStage {
  readonly stage: Stage;
  /** Called after each file, so that nothing it opened pages in the next. */
  finish(): Promise<void>;
}

/** What one file promises, sentence by sentence. */
export type DefinePromises<C extends SharedStage> = Sentences<C>;

/** Runs every file of tests on one server: starting one for each would take most of the time. */
export const createPromises =
  <C extends SharedStage>(begin: () => Promise<C>) =>
  (files: Readonly<Record<string, DefinePromises<C>>>): void => {
    let cast: C;
    beforeAll(async () => void (cast = await begin()));
    afterAll(() => cast.stage.close());

    describe.each(Object.entries(files))('%s', (_file, promises) => {
      afterAll(() => cast.finish());
      sayInOneTest(promises, () => cast);
    });
  };
