import { destinationTestSteps, type DestinationTestResult } from '@tocsin/contracts/backups/noun.js';
import type { BackupPlace } from './backup-place.js';
import { openPlace, type PlaceSettings } from './open-place.js';
import { requireOutsideData } from './outside-data.js';

type Step = (typeof destinationTestSteps)[number];

/** A test that a thread can be given. `id`: a name of its own for each. */
export interface DestinationTestJob {
  readonly tested: PlaceSettings;
  /** The data folder, which the place must be outside of; null: it may be anywhere. */
  readonly data: string | null;
  readonly id: string;
}

/** No name of a backup: a restore doesn’t see one that a killed test leaves. */
const probeName = (id: string): string => `tocsin-probe-${id}`;

/** Does with a small object what a run does with a segment. Never rejects. `id`: a name of its own for each test. */
export const tryPlace = async (open: () => Promise<BackupPlace>, id: string): Promise<DestinationTestResult> => {
  let step: Step = 'list';
  try {
    const place = await open();
    await place.list('tocsin-probe/');
    step = 'write';
    await place.put(probeName(id), Buffer.from(`A test of Tocsin: ${id}\n`));
    step = 'delete';
    await place.remove([probeName(id)]);
    return { ok: true, step: null, why: null };
  } catch (error) {
    return { ok: false, step, why: error instanceof Error ? error.message : String(error) };
  }
};

export const tryDestination = ({ tested, data, id }: DestinationTestJob): Promise<DestinationTestResult> =>
  tryPlace(async () => {
    if (data !== null) requireOutsideData(data, tested.address);
    return openPlace(tested);
  }, id);
