import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { useState } from 'react';
import { useCommand } from '../../../../data/cache/use-command.js';
import { useEvents } from '../../../../data/cache/use-events.js';
import { useRow } from '../../../../data/cache/use-view.js';
import { dayAndTime } from '../../../../data/time/times.js';
import { useNames } from '../../../../data/words/names.js';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialog.js';
import { DialogButtons } from '../../../../ui/dialog-buttons.js';
import { SelectField } from '../../../../ui/select.js';
import { WhenRead } from '../../../../ui/when-read.js';
import { barOf, differencesOf } from './differences.js';
import { DifferenceTable } from './difference-table.js';
import { RevertReach } from './revert-reach.js';
import { RevertBar, RevertFields } from './revert-fields.js';
import { fieldsOf, revertOf, things, type Thing } from '@tocsin/contracts/versions.js';
import { useKnownNames } from './use-known-names.js';
import { useRevertAccess } from './use-revert-access.js';
import { useVersion } from './use-version.js';

interface Props {
  thing: Thing;
  /** The version that is shown first: as of this event. */
  at: number;
  onClose: () => void;
}

/** Any two versions of a thing, and a return to the older one: of all fields that differ, or of some. */
export function VersionsDialog({ thing, at, onClose }: Props) {
  const { noun, types } = things[thing.view];
  const reading = useEvents({ about: [thing.id], type: types, limit: 200 });
  const versions = (reading.data?.pages ?? []).flatMap(({ events }) => events);
  const [chosen, setOlder] = useState<number>();
  const [newer, setNewer] = useState<number>();
  const newest = versions[0]?.ordinal ?? at;
  const older = chosen ?? versions.find(({ ordinal }) => ordinal <= at)?.ordinal ?? at;
  return (
    <Dialog wide title={`Versions of this ${noun}`} onClose={onClose}>
      <WhenRead of={[reading]} what="The versions" lines={4}>
        <div className="mb-4 grid gap-3 sm:grid-cols-2">
          <VersionField label="Older version" versions={versions} value={older} onChoose={setOlder} />
          <VersionField label="Newer version" versions={versions} value={newer ?? newest} onChoose={setNewer} />
        </div>
        <Compared key={`${older} ${newer ?? newest}`} {...{ thing, older, newer: newer ?? newest, onClose }} />
      </WhenRead>
    </Dialog>
  );
}

interface VersionFieldProps {
  label: string;
  versions: readonly Recorded[];
  value: number;
  onChoose: (ordinal: number) => void;
}

function VersionField({ label, versions, value, onChoose }: VersionFieldProps) {
  const names = useNames();
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
      {versions.map(({ ordinal, meta }, n) => (
        <option key={ordinal} value={ordinal}>
          {n === 0 ? 'Newest: ' : ''}
          {dayAndTime(meta.at)}, {names.actor(meta.actor)}
        </option>
      ))}
    </SelectField>
  );
}

interface ComparedProps {
  thing: Thing;
  older: number;
  newer: number;
  onClose: () => void;
}

const gone: object = {};

function Compared({ thing, older, newer, onClose }: ComparedProps) {
  const { command, noun, permission } = things[thing.view];
  const [before, after] = [useVersion(thing, older), useVersion(thing, newer)];
  const current = useRow(thing.view, thing.id);
  const [first, newest] = [before.data ?? gone, current.data?.row ?? gone];
  const { may, owner, isFree, readings } = useRevertAccess(thing, current.data?.row);
  const { isThere } = useKnownNames();
  const revert = useCommand(command, `revert the ${noun}`);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [was, is] = [fieldsOf(thing.view, first), fieldsOf(thing.view, after.data ?? gone)];
  const now = fieldsOf(thing.view, newest);
  const different = [...new Set(differencesOf(was, now).map(({ field }) => field))];
  const bars = new Map(different.map((field) => [field, barOf(was[field], isThere)] as const));
  const chosen = different.filter((field) => bars.get(field) === null && !left.includes(field));
  const canRevert = isFree && first !== gone && newest !== gone;
  const toggle = (field: string) => setLeft(left.includes(field) ? left.filter((one) => one !== field) : [...left, field]);
  const run = async () => {
    const body = revertOf(thing, { older: first, newest, fields: chosen });
    await revert.mutateAsync(body as CommandInput<typeof command>);
    onClose();
  };
  return (
    <WhenRead of={[before, after, current, ...readings]} what="These versions" lines={4}>
      <DifferenceTable before={was} after={is} heads={['Older', 'Newer']} />
      <RevertBar {...{ may, owner, noun, permission }} />
      {canRevert && different.length > 0 && (
        <RevertFields {...{ different, bars, chosen }} onToggle={toggle} consequence={consequences[thing.view]}>
          {chosen.length > 0 && (
            <RevertReach request={{ type: command, data: revertOf(thing, { older: first, newest, fields: chosen }) }} />
          )}
        </RevertFields>
      )}
      <DialogButtons>
        {canRevert && chosen.length > 0 && (
          <Button kind="act" busy={revert.isPending} onClick={() => void run().catch(() => undefined)}>
            {chosen.length === 1 ? 'Revert 1 field' : `Revert ${chosen.length} fields`}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </WhenRead>
  );
}

const consequences: Readonly<Record<Thing['view'], string>> = {
  services: 'Open alert groups keep their escalation policy.',
  policies: 'Open alert groups keep the version that they follow.',
  schedules: 'The past stays as it was. The person on call stays until the next handoff.',
  routeRules: 'Alerts that fire stay in their groups.',
  silences: 'Only the end of a silence can be changed.',
};
