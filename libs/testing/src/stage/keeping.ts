import type { Stage } from './stage.js';

/** The people and the server that the tests of a folder share. */
interface Cast {
  readonly stage: Stage;
  /** Called after each file, so that nothing it opened pages in the next. */
  ends(): Promise<void>;
}

/** The tests of one file, by name; each continues where the previous one ended. */
export type PromisesOf<C extends Cast> = Readonly<Record<string, (cast: C) => Promise<void>>>;

/** Runs every file of tests on one server: starting one for each would take most of the time. */
export const keeping =
  <C extends Cast>(begin: () => Promise<C>) =>
  (files: Readonly<Record<string, PromisesOf<C>>>): void => {
    let cast: C;
    beforeAll(async () => void (cast = await begin()));
    afterAll(() => cast.stage.close());

    describe.each(Object.entries(files))('%s', (_file, promises) => {
      afterAll(() => cast.ends());
      it.each(Object.entries(promises))('%s', (_says, isKept) => isKept(cast));
    });
  };
