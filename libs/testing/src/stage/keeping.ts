import { sayInOneTest, type Sentences } from './story.js';
import type { Stage } from './stage.js';

/** The people and the server that the tests of a folder share. */
interface Cast {
  readonly stage: Stage;
  /** Called after each file, so that nothing it opened pages in the next. */
  ends(): Promise<void>;
}

/** What one file promises, sentence by sentence. */
export type PromisesOf<C extends Cast> = Sentences<C>;

/** Runs every file of tests on one server: starting one for each would take most of the time. */
export const keeping =
  <C extends Cast>(begin: () => Promise<C>) =>
  (files: Readonly<Record<string, PromisesOf<C>>>): void => {
    let cast: C;
    beforeAll(async () => void (cast = await begin()));
    afterAll(() => cast.stage.close());

    describe.each(Object.entries(files))('%s', (_file, promises) => {
      afterAll(() => cast.ends());
      sayInOneTest(promises, () => cast);
    });
  };
