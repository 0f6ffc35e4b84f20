import type { Stage } from './stage.js';

/** Who plays in the promises of a folder, on one server. */
interface Cast {
  readonly stage: Stage;
  /** After each file: nothing that it opened rings in the next. */
  ends(): Promise<void>;
}

/** What one file promises, in sentences; each goes on where the one before ended. */
export type PromisesOf<C extends Cast> = Readonly<Record<string, (cast: C) => Promise<void>>>;

/** Every file of promises, by its name, is shown on one server: starting one for each would take most of the time. */
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
