import { randomUUID } from 'node:crypto';
import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { LayerSetting, TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import type { Player, Stage } from '../stage/stage.js';

export interface RotationOf {
  readonly zone?: string;
  readonly length?: TurnLengthSetting;
  /** Instant. */
  readonly anchor: string;
  /** In turn; null: no one. */
  readonly turns: readonly (Pick<Player, 'personId'> | null)[];
  readonly priority?: number;
  readonly restrictions?: LayerSetting['restrictions'];
}

export const layerOf = ({
  length = { unit: 'days', count: 1, time: '09:00' },
  anchor,
  turns,
  priority = 0,
  restrictions = [],
}: RotationOf): LayerSetting => ({
  layerId: randomUUID(),
  name: 'Rotation',
  timeZone: null,
  priority,
  from: null,
  rotation: {
    slots: turns.map((player) => ({ slotId: randomUUID(), people: player ? [player.personId] : [] })),
    length,
    anchor,
    countsCoveredTimeOnly: false,
  },
  restrictions,
});

/** Creates a schedule of one rotation in the stage’s team; returns its id. */
export const createScheduleOn = async (stage: Stage, name: string, { zone = 'UTC', ...rotation }: RotationOf): Promise<string> =>
  createLayersOn(stage, name, [layerOf(rotation)], zone);

/** Creates a schedule of these layers in the stage’s team; returns its id. */
export const createLayersOn = async (stage: Stage, name: string, layers: readonly LayerSetting[], timeZone = 'UTC'): Promise<string> => {
  const { says } = await stage.ana.api.run('CreateSchedule', { teamId: stage.setUpAnswer.teamId, name, timeZone, layers: [...layers] });
  await stage.settle();
  return String(says['scheduleId']);
};

/** `GET /api/on-call` for one schedule: ids of the people on call now and next. */
export const onCallIn = async (stage: Stage, scheduleId: string, at?: string) => {
  const query = new URLSearchParams({ schedule: scheduleId, ...(at === undefined ? {} : { at }) });
  const { body } = await stage.ana.api.request<OnCallAnswer>('GET', `/api/on-call?${query.toString()}`);
  return body.schedules[0]!;
};
