import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../avatar.js';
import { AvatarRow, Person } from '../person.js';
import { Button } from '../button.js';
import { AddFilter, Badge, FilterChip, LabelChip } from '../chips.js';
import { ComboField, ComboSlot } from '../combo-field.js';
import { Confirm } from '../confirm.js';
import { DateField } from '../date-field.js';
import { Dialog } from '../dialog.js';
import { DialogButtons } from '../dialog-buttons.js';
import { Disclosure } from '../disclosure.js';
import { Check, TextArea, TextField } from '../field.js';
import { FileField } from '../file-field.js';
import { Key } from '../key.js';
import { LazyMenu } from '../lazy-menu.js';
import { Panel } from '../panel.js';
import { SegmentedControl } from '../segmented-control.js';
import { SelectField, Slot } from '../select.js';
import { Switch } from '../switch.js';
import { ZoneField } from '../zone-field.js';
import { people } from './people.js';

const nothing = () => undefined;
const line = 'flex min-h-11 flex-wrap items-center gap-2';

export const Buttons = () => (
  <Panel title="Buttons: at rest, busy, disabled, small, tall">
    {(['act', 'plain', 'quiet', 'final'] as const).map((kind) => (
      <div key={kind} className={line}>
        <Button kind={kind}>{kind === 'final' ? 'Remove team…' : 'Acknowledge'}</Button>
        <Button kind={kind} busy>
          Busy
        </Button>
        <Button kind={kind} whyNot="No changes yet">
          Disabled
        </Button>
        <Button kind={kind} size="small">
          Small
        </Button>
        <Button kind={kind} size="tall">
          Tall <Key>a</Key>
        </Button>
        <Button kind={kind}>
          <Plus aria-hidden size={16} strokeWidth={1.5} />
          With icon
        </Button>
      </div>
    ))}
  </Panel>
);

export const Fields = () => (
  <Panel title="Text fields">
    <div className="grid gap-4">
      <TextField label="Name" defaultValue="Platform primary" />
      <TextField label="Test number" defaultValue="0151 234" error="Start with the country code: +49 151 …" />
      <TextField label="Public address" defaultValue="https://tocsin.example.org" disabled hint="In every link, snippet and feed." />
      <TextArea label="Note" defaultValue="The provider is slow." />
      <FileField label="Calendar" accept=".ics" hint="Up to 1 MB." onFile={nothing} />
    </div>
  </Panel>
);

const options = people.map(({ id, name }, n) => ({
  id,
  label: name,
  icon: <Avatar personId={id} name={name} />,
  group: n < 2 ? 'On call now' : 'Everyone',
  hint: n < 2 ? 'Platform' : undefined,
}));

export function Lists() {
  const [zone, setZone] = useState('Europe/Berlin');
  const [person, setPerson] = useState('');
  const [date, setDate] = useState('2026-11-13');
  const [time, setTime] = useState('22:30');
  return (
    <Panel title="Lists, dates and times">
      <div className="grid gap-4">
        <ZoneField label="Time zone" value={zone} onChoose={setZone} />
        <ComboField label="Person" placeholder="Choose a person" options={options} value={person} onChoose={setPerson} />
        <ComboField label="Service" disabled options={[{ id: 'a', label: 'Checkout' }]} value="a" onChoose={nothing} />
        <SelectField label="Role" defaultValue="member">
          <option value="owner">Owner</option>
          <option value="member">Member</option>
        </SelectField>
        <div className="grid grid-cols-2 gap-2">
          <DateField label="Day" kind="date" value={date} onChange={setDate} />
          <DateField label="Time" kind="time" value={time} onChange={setTime} />
        </div>
      </div>
    </Panel>
  );
}

export function Choices() {
  const [span, setSpan] = useState('2 weeks');
  const [isOn, setOn] = useState(true);
  return (
    <Panel title="Choices">
      <div className="grid justify-items-start gap-3">
        <Check label="On" defaultChecked />
        <Check label="Off" />
        <Check label="Not permitted" disabled />
        <Switch label="Sound" checked={isOn} onChange={setOn} />
        <Switch label="Dim at night" checked={false} onChange={nothing} />
        <Switch label="Not permitted" checked disabled onChange={nothing} />
        <SegmentedControl
          label="Span"
          value={span}
          onChange={setSpan}
          segments={['Day', 'Week', '2 weeks', 'Month'].map((value) => ({ value, label: value }))}
        />
        <SegmentedControl
          label="State"
          value="open"
          onChange={nothing}
          segments={[
            { value: 'open', label: 'Open', count: 14 },
            { value: 'mine', label: 'Mine', count: 2 },
          ]}
        />
        <p className="flex flex-wrap items-center gap-1.5">
          Page <ComboSlot label="Whom" options={options} value={people[0].id} onChoose={nothing} /> and wait
          <Slot label="How long">
            <option>5 min</option>
            <option>10 min</option>
          </Slot>
        </p>
        <Disclosure summary="Advanced">
          <p className="text-muted">What is opened.</p>
        </Disclosure>
      </div>
    </Panel>
  );
}

export const Chips = () => (
  <Panel title="Chips and badges">
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-1.5">
        <LabelChip name="cluster" value="eu-1" /> <LabelChip name="route" value="/pay" />
      </p>
      <p className="flex flex-wrap gap-1.5">
        <Badge tone="alarm">Unacknowledged</Badge> <Badge tone="low">Low urgency</Badge> <Badge tone="held">Acknowledged</Badge>
        <Badge tone="snoozed">Snoozed</Badge> <Badge tone="done">Accepted</Badge> <Badge tone="bronze">Now</Badge> <Badge>Ended</Badge>
      </p>
      <p className="flex flex-wrap gap-2">
        <FilterChip name="Team" field="Team" operator="is" value="Platform" onEdit={nothing} onRemove={nothing} />
        <FilterChip name="env" field="env" operator="=" value="prod" onRemove={nothing} />
        <AddFilter onPress={nothing} />
      </p>
      <p className="flex flex-wrap items-center gap-3">
        <Person personId={people[0].id} name={people[0].name} /> <AvatarRow people={people} max={3} />
        <Avatar personId={null} name="" />
      </p>
    </div>
  </Panel>
);

export const Menus = () => (
  <Panel
    title="Panel with a head, a foot and a menu"
    count={3}
    actions={
      <LazyMenu
        label="More"
        choices={[
          { id: 'add', label: 'Add responder…' },
          { id: 'copy', label: 'Copy link', hint: 'To this alert group' },
        ]}
        onChoose={nothing}
      >
        More
      </LazyMenu>
    }
    foot="1 of 3 shown"
  >
    <p>Things stand in panels; rules only inside tables.</p>
  </Panel>
);

export function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Dialogs">
      <div className={line}>
        <Button onClick={() => setOpen(true)}>Rename…</Button>
        <Confirm
          label="Remove…"
          title="Remove team Platform"
          says="Its three services page no one until another team owns them."
          act="Remove team"
          onConfirm={nothing}
        />
      </div>
      {isOpen && (
        <Dialog title="Rename the team" onClose={() => setOpen(false)}>
          <TextField label="New name" defaultValue="Platform" />
          <DialogButtons>
            <Button kind="act" onClick={() => setOpen(false)}>
              Rename
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </Panel>
  );
}
