import { serverNow } from '../../data/time/clock.js';
import { Avatar } from '../avatar.js';
import { Banner } from '../banner.js';
import { Button } from '../button.js';
import { CountdownRing } from '../countdown-ring.js';
import { DataTable, type Column } from '../data-table.js';
import { EmptyState } from '../empty-state.js';
import { Ladder, LadderRung } from '../ladder.js';
import { Panel } from '../panel.js';
import { huesOf } from '../person-hue.js';
import { Meter, Progress } from '../progress.js';
import { Skeleton } from '../skeleton.js';
import { StateShape, type Shape } from '../state-shape.js';
import { people } from './people.js';

const surfaces = [
  ['rail', 'bg-rail'],
  ['canvas', 'bg-canvas'],
  ['panel', 'bg-panel'],
  ['raised', 'bg-raised'],
  ['well', 'bg-well'],
  ['hover', 'bg-hover'],
  ['selected', 'bg-selected'],
  ['pressed', 'bg-pressed'],
] as const;

export const Surfaces = () => (
  <Panel title="Surfaces and text">
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-8">
      {surfaces.map(([name, ground]) => (
        <li key={name} className={`rounded-lg border border-line p-3 ${ground}`}>
          <span className="block">{name}</span>
          <span className="block text-muted">muted</span>
          {name !== 'pressed' && <span className="block text-faint">faint</span>}
        </li>
      ))}
    </ul>
  </Panel>
);

const states: readonly [Shape, string, string][] = [
  ['filledDiamond', 'Unacknowledged', 'border-alarm-line bg-alarm-tint text-alarm'],
  ['hollowDiamond', 'Low urgency', 'border-low-line bg-low-tint text-low'],
  ['halfCircle', 'Acknowledged', 'border-held-line bg-held-tint text-held'],
  ['moon', 'Snoozed', 'border-snoozed-line bg-snoozed-tint text-snoozed'],
  ['struckCircle', 'Suppressed', 'border-quiet-line bg-quiet-tint text-quiet'],
  ['dottedCircle', 'Stale', 'border-quiet-line bg-quiet-tint text-quiet'],
  ['tickedDisc', 'Resolved', 'border-done-line bg-done-tint text-done'],
];

export const States = () => (
  <Panel title="States: shape, word and colour">
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
      {states.map(([shape, word, look]) => (
        <li key={shape} className={`flex items-center gap-2 rounded-lg border p-3 font-medium ${look}`}>
          <StateShape shape={shape} /> {word}
        </li>
      ))}
    </ul>
  </Panel>
);

export function People() {
  const hues = huesOf(people.map(({ id }) => id));
  return (
    <Panel title="People: eight hues">
      <ul className="grid grid-cols-4 gap-3.5">
        {people.map(({ id, name }) => (
          <li key={id} className="grid justify-items-center gap-1 text-center text-xs text-muted">
            <Avatar personId={id} name={name} hue={hues.get(id)} size="huge" />
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export const Type = () => (
  <Panel title="Type">
    <p className="text-figure font-semibold tracking-[-0.02em]">6 min 23 s</p>
    <p className="text-xl font-semibold">Checkout API</p>
    <p className="text-base font-semibold">HighErrorRate: 5xx above 5 %</p>
    <p className="text-sm font-semibold">Panel heading</p>
    <p className="text-body">Body, rows, controls: Ben acknowledged after 1 min 52 s</p>
    <p className="text-xs font-medium">Labels, table heads, help</p>
    <p className="text-axis">Axes and keys</p>
  </Panel>
);

type Row = (typeof people)[number];
const columns: readonly Column<Row>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => name, by: ({ name }) => name },
  { key: 'id', head: 'Id', cell: ({ id }) => id, onPhone: 'hidden' },
  {
    key: 'letters',
    head: 'Letters',
    cell: ({ name }) => name.length,
    by: ({ name }) => name.length,
    isEnd: true,
    width: '7rem',
    onPhone: 'named',
  },
];

export const Tables = () => (
  <Panel title="Table: sortable, one row open" flush>
    <DataTable
      label="People"
      columns={columns}
      rows={people.slice(0, 4)}
      keyOf={({ id }) => id}
      isOpen={({ name }) => name === 'Ben Adeyemi'}
    />
  </Panel>
);

const minute = 60_000;

export function Ladders() {
  const [from, to] = [-minute, 2 * minute].map((ms) => new Date(serverNow() + ms).toISOString());
  return (
    <Panel title="Ladder and countdown">
      <Ladder label="Escalation">
        <LadderRung state="done" mark="1" title="Step 1 · Platform primary" at="14:30:12">
          Ana Ruiz
        </LadderRung>
        <LadderRung state="now" mark="2" title="Step 2 · Platform secondary" at="14:35:12" gone={0.4}>
          Ben Adeyemi
        </LadderRung>
        <LadderRung state="next" mark="3" title="Step 3 · Managers" at={<CountdownRing from={from!} to={to!} />}>
          Chloé Martin
        </LadderRung>
        <LadderRung state="later" mark="4" title="Step 4 · Owners" />
        <LadderRung state="skipped" mark="5" title="Skipped: condition not met" />
      </Ladder>
    </Panel>
  );
}

export const Waiting = () => (
  <Panel title="Waiting, nothing, notices">
    <div className="grid gap-4">
      <Progress label="Replaying" value={64} />
      <Meter share={0.62} />
      <Skeleton rows={3} columns={['16px', '60px', '40%', '20%']} />
      <EmptyState title="All quiet" action={<Button>Send a test alert</Button>}>
        Nothing fires.
      </EmptyState>
      <Banner action={<Button size="small">Retry now</Button>}>
        <b className="font-semibold">Connection lost.</b> Nothing you do is lost.
      </Banner>
      <Banner tone="plain">
        <b className="font-semibold">Demo data.</b> Nothing is sent.
      </Banner>
    </div>
  </Panel>
);
