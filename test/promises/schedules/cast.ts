import { sayInOneTest } from '@tocsin/testing/stage/story.js';
import { Duty } from '@tocsin/testing/schedules/duty.js';

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (duty: Duty) => Promise<void>>>;

/** Every file of promises, by its name, is shown on one server that begins at this instant: starting one for each would take most of the time. */
export const definePromises = (begins: string, files: Readonly<Record<string, Promises>>): void => {
  let duty: Duty;
  beforeAll(async () => void (duty = await Duty.begin(begins)));
  afterAll(() => duty.stage.close());

  describe.each(Object.entries(files))('%s', (_file, promises) => {
    beforeAll(() => duty.waitUntilMorning());
    sayInOneTest(promises, () => duty);
  });
};
