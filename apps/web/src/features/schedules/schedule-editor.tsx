import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useState } from 'react';
import { v7 } from 'uuid';
import { serverNow } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { RestoredDraft } from '../../ui/restored-draft.js';
import { BacktestButton } from '../reports/shared/backtest-button.js';
import { Difference } from './difference.js';
import { EffectiveFrom } from './effective-from.js';
import { LayerSentence } from './layer-sentence.js';
import { layersOf } from './presets.js';
import { lineNames, linesOf } from './schedule-lines.js';
import { layersChanged, newestOf, type ScheduleDraft, type ScheduleEdit } from './use-schedule-edit.js';
import { useSaveRotations, type SaveRotations } from './use-save-rotations.js';
import { ZoneSlot } from '../../ui/zone-field.js';
import { browserZone } from '../../data/time/zone-times.js';

const fourWeeks = 28 * 86_400_000;

const weeklyLayer = (timeZone: string, name: string): LayerSetting => {
  const [layer] = layersOf({
    preset: 'weekly',
    zone: timeZone,
    crews: [{ name, zone: timeZone, people: [''] }],
    now: serverNow(),
    newId: v7,
  });
  return { ...layer!, rotation: { ...layer!.rotation, slots: [] } };
};

interface Props {
  schedule: ScheduleRow;
  edit: ScheduleEdit;
}

/** Rotations as sentences with slots. A save names the version that was edited. */
export function ScheduleEditor({ schedule, edit, may }: Props & { may: boolean }) {
  const saving = useSaveRotations(schedule, edit);
  const [from] = useState(serverNow);
  // while an own save is pending, the newer version is that one
  const isConflict = edit.isConflict && !saving.isSaving;
  return (
    <BarredFields why={!may && `Only ${whoMay('service.configure')} can change rotations.`}>
      <legend className="sr-only">Rotations</legend>
      {isConflict && <RotationsConflict schedule={schedule} edit={edit} onEnd={saving.reset} />}
      {edit.foundFrom && edit.isDirty && !isConflict && <RestoredDraft at={edit.foundFrom} onDiscard={() => edit.startFrom(schedule)} />}
      <Rotations edit={edit} errors={saving.errors} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddRotation edit={edit} />
        <ScheduleZone edit={edit} />
      </div>
      {may && edit.isDirty && <SavePanel schedule={schedule} edit={edit} saving={saving} from={from} />}
    </BarredFields>
  );
}

function RotationsConflict({ schedule, edit, onEnd }: Props & { onEnd: () => void }) {
  const names = useNames();
  const lines = (of: ScheduleDraft) => linesOf(of, names.person);
  const [was, is] = [lines(edit.base), lines(newestOf(schedule))];
  return (
    <Conflict
      was={was}
      is={is}
      words={lineNames({ ...was, ...is })}
      onKeep={() => {
        edit.rebase();
        onEnd();
      }}
      onDiscardOwn={() => {
        edit.startFrom(schedule);
        onEnd();
      }}
    />
  );
}

function Rotations({ edit: { draft, put }, errors }: { edit: ScheduleEdit; errors: Record<string, string> }) {
  return (
    <>
      {draft.layers.length === 0 && <p className="py-2 text-muted">No rotations yet: no one is on call unless there is an override.</p>}
      <ol>
        {draft.layers.map((layer, at) => (
          <LayerSentence
            key={layer.layerId}
            layer={layer}
            scheduleZone={draft.timeZone}
            error={Object.entries(errors).find(([path]) => path.startsWith(`layers.${at}`))?.[1]}
            onChange={(next) => put({ layers: draft.layers.with(at, next) })}
            onRemove={() => put({ layers: draft.layers.toSpliced(at, 1) })}
          />
        ))}
      </ol>
    </>
  );
}

function AddRotation({ edit: { draft, put } }: { edit: ScheduleEdit }) {
  if (draft.layers.length >= scheduleLimits.layersPerSchedule) return null;
  const add = () => put({ layers: [...draft.layers, weeklyLayer(draft.timeZone, `Rotation ${draft.layers.length + 1}`)] });
  return (
    <Button kind="quiet" className="-ml-3" onClick={add}>
      + Add a rotation
    </Button>
  );
}

const ScheduleZone = ({ edit: { draft, put } }: { edit: ScheduleEdit }) => (
  <span className="flex items-center gap-1.5 text-muted">
    Times are in
    <ZoneSlot label="Time zone of the schedule" value={draft.timeZone} onChoose={(timeZone) => put({ timeZone })} />
  </span>
);

/** What the draft changes, from when, and its buttons. */
function SavePanel({ schedule, edit, saving, from }: Props & { saving: SaveRotations; from: number }) {
  const { draft } = edit;
  return (
    <div className="mt-5 rounded-lg border border-line bg-panel p-4">
      <Difference
        schedule={schedule}
        change={layersChanged(draft)}
        within={{ from, to: from + fourWeeks }}
        when="in the next 4 weeks"
        zone={browserZone()}
      />
      <EffectiveFrom zone={draft.timeZone} value={draft.effectiveFrom} onChange={(effectiveFrom) => edit.put({ effectiveFrom })} />
      <div className="mt-4 flex items-center gap-3">
        <Button kind="act" busy={saving.isSaving} onClick={saving.save}>
          Save as version {edit.version + 1}
        </Button>
        <BacktestButton changeOf={saving.changeOf} />
        <Button kind="quiet" onClick={() => edit.startFrom(schedule)}>
          Discard changes
        </Button>
      </div>
    </div>
  );
}
