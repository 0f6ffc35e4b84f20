import { commands } from '@tocsin/contracts/catalogue.js';
import { sayFieldWords } from '@tocsin/contracts/field-words.js';
import { screenLimits } from '@tocsin/contracts/screen-limits.js';
import type { LayerSetting } from '@tocsin/contracts/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 } from 'uuid';
import { ApiError, fieldErrorsOf } from '../../data/cache/api.js';
import { serverNow } from '../../data/time/clock.js';
import { keys } from '../../data/cache/keys.js';
import { useNames } from '../../data/words/names.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { Barred } from '../../ui/barred.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { RestoredDraft } from '../../ui/found-again.js';
import { Slot } from '../../ui/select.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { Difference } from './difference.js';
import { EffectiveFrom } from './effective-from.js';
import { LayerSentence } from './layer-sentence.js';
import { layersOf } from './presets.js';
import { lineNames, linesOf } from './schedule-lines.js';
import { layersChanged, newestOf, type ScheduleDraft, type ScheduleEdit } from './use-schedule-edit.js';
import { ZoneOptions } from './shared/zone-options.js';
import { browserZone } from '../../data/time/zone-times.js';

sayFieldWords();

const fourWeeks = 28 * 86_400_000;

const weekly = (timeZone: string, name: string): LayerSetting => {
  const [layer] = layersOf({
    preset: 'weekly',
    zone: timeZone,
    crews: [{ name, zone: timeZone, people: [''] }],
    now: serverNow(),
    newId: v7,
  });
  return { ...layer!, rotation: { ...layer!.rotation, slots: [] } };
};

/** Rotations as sentences with slots. A save names the version that was edited. */
export function ScheduleEditor({ schedule, edit, may }: { schedule: ScheduleRow; edit: ScheduleEdit; may: boolean }) {
  const names = useNames();
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = useCommand('ChangeSchedule', 'save the rotations; what you changed is still there', { inForm: true });
  const { draft } = edit;
  // while one’s own is on its way, the newer version is that
  const isConflict = edit.isConflict && !change.isPending;
  const [from] = useState(serverNow);
  const lines = (of: ScheduleDraft) => linesOf(of, names.person);

  const requestOf = () => ({
    scheduleId: schedule.id,
    version: edit.version,
    timeZone: draft.timeZone,
    layers: [...draft.layers],
    ...(draft.effectiveFrom === null ? {} : { effectiveFrom: draft.effectiveFrom }),
  });
  /** What is typed, or null where something in it is wrong, which is then said. */
  const validated = () => {
    const parsed = commands.ChangeSchedule.data.safeParse(requestOf());
    setErrors(parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])));
    return parsed.success ? parsed.data : null;
  };
  const changeOf = () => {
    const data = validated();
    return data && { type: 'ChangeSchedule' as const, data };
  };

  function save() {
    if (!validated()) return;
    change.mutate(requestOf(), {
      onSuccess: ({ says: { version } }) => {
        // someone else saved the same: nothing to do
        edit.saved(draft, typeof version === 'number' ? version : edit.version + 1);
        say({ kind: 'done', title: 'Rotations saved', detail: 'The past stays unchanged.' });
      },
      onError: (error) => {
        setErrors(fieldErrorsOf(error));
        // read what others saved, whether or not the socket delivered it
        if (error instanceof ApiError && error.code === 'conflict.revision')
          void client.invalidateQueries({ queryKey: keys.row('schedules', schedule.id) });
      },
    });
  }

  return (
    <Barred why={!may && `Only ${whoMay('service.configure')} can change rotations.`}>
      <legend className="sr-only">Rotations</legend>
      {isConflict && (
        <Conflict
          was={lines(edit.base)}
          is={lines(newestOf(schedule))}
          words={lineNames({ ...lines(edit.base), ...lines(newestOf(schedule)) })}
          onKeep={() => {
            edit.rebase();
            change.reset();
          }}
          onDiscardOwn={() => {
            edit.startFrom(schedule);
            change.reset();
          }}
        />
      )}
      {edit.foundFrom && edit.isDirty && !isConflict && <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(schedule)} />}
      {draft.layers.length === 0 && <p className="py-2 text-muted">No rotations yet: no one is on call unless there is an override.</p>}
      <ol>
        {draft.layers.map((layer, at) => (
          <LayerSentence
            key={layer.layerId}
            layer={layer}
            scheduleZone={draft.timeZone}
            error={Object.entries(errors).find(([path]) => path.startsWith(`layers.${at}`))?.[1]}
            onChange={(next) => edit.put({ layers: draft.layers.with(at, next) })}
            onRemove={() => edit.put({ layers: draft.layers.toSpliced(at, 1) })}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {draft.layers.length < screenLimits.layersPerSchedule && (
          <Button
            kind="quiet"
            className="-ml-3"
            onClick={() => edit.put({ layers: [...draft.layers, weekly(draft.timeZone, `Rotation ${draft.layers.length + 1}`)] })}
          >
            + Add a rotation
          </Button>
        )}
        <span className="flex items-center gap-1.5 text-muted">
          Times are in
          <Slot label="Time zone of the schedule" value={draft.timeZone} onChange={(event) => edit.put({ timeZone: event.target.value })}>
            <ZoneOptions also={draft.timeZone} />
          </Slot>
        </span>
      </div>
      {may && edit.isDirty && (
        <div className="mt-5 rounded-lg border border-line bg-raised p-4">
          <Difference
            schedule={schedule}
            change={layersChanged(draft)}
            within={{ from, to: from + fourWeeks }}
            when="in the next 4 weeks"
            zone={browserZone()}
          />
          <EffectiveFrom zone={draft.timeZone} value={draft.effectiveFrom} onChange={(effectiveFrom) => edit.put({ effectiveFrom })} />
          <div className="mt-4 flex items-center gap-3">
            <Button kind="act" busy={change.isPending} onClick={save}>
              Save as version {edit.version + 1}
            </Button>
            <BacktestButton changeOf={changeOf} />
            <Button kind="quiet" onClick={() => edit.startFrom(schedule)}>
              Discard changes
            </Button>
          </div>
        </div>
      )}
    </Barred>
  );
}
