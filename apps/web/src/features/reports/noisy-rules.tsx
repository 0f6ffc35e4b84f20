import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { serverNow } from '../../data/time/clock.js';
import { useRow } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { realWords } from './backtest-words.js';
import { CountLink } from './count-link.js';
import { EventsLink } from './events-link.js';
import { FiguresTable, type FiguresLine } from './figures-table.js';
import { GroupPage } from './group-link.js';
import { serviceLabel } from './report-words.js';
import { offersOf, sparedBy } from './spared-by.js';
import { SparedLine } from './spared-line.js';
import type { AnswerOf } from './use-report.js';

type Rule = NoiseFigures['rules'][number];
type Answer = AnswerOf<'noise'>;

const columns = ['Opened', 'No action', 'Over in 5 min', 'Marked as noise', 'Nothing to do', 'Night pages', 'Not needed'];

/** Alerts that needed no one, by their name, with what would have spared them. */
export const NoisyRules = ({ answer }: { answer: Answer }) => {
  const { worthChanging } = answer.figures;
  return (
    <Section title="Rules worth changing">
      {worthChanging.length === 0 ? (
        <Nothing>Every alert group was acknowledged or acted on.</Nothing>
      ) : (
        <>
          <FiguresTable caption="Alert" columns={columns} lines={worthChanging.map((rule) => lineOf(rule, answer))} />
          <p className="mt-2 max-w-3xl text-xs text-muted">
            No action: acknowledged, and nobody did anything else, or said that there was something to do. {realWords} A backtest is saved:
            a manager of the team can review and apply its change.
          </p>
        </>
      )}
    </Section>
  );
};

const lineOf = (rule: Rule, answer: Answer): FiguresLine => {
  const { groupId, openings, acknowledgedOnly, resolvedItself, marked, answeredNo, sleep, needless } = rule;
  const line = { by: 'rule', of: groupId } as const;
  return {
    key: groupId,
    name: <AlertName rule={rule} />,
    below: <Below rule={rule} answer={answer} />,
    cells: [
      <CountLink key="openings" count={openings} figure="openings" {...line} />,
      <CountLink key="acknowledged" count={acknowledgedOnly} figure="acknowledged_only" {...line} />,
      <CountLink key="itself" count={resolvedItself} figure="resolved_itself" {...line} />,
      <CountLink key="marked" count={marked} figure="marked" {...line} />,
      <CountLink key="no" count={answeredNo} figure="answered_no" {...line} />,
      <EventsLink key="sleep" count={sleep} figure="sleep" {...line} />,
      <EventsLink key="needless" count={needless} figure="needless" {...line} />,
    ],
  };
};

/** The name that the alerts of its first group share, or the title of that. */
function AlertName({ rule: { groupId, number, serviceId } }: { rule: Rule }) {
  const row = useRow('alertGroups', groupId).data?.row;
  const names = useNames();
  return (
    <span className="block">
      <GroupPage number={number}>{row ? row.alertName || row.title : `#${number}`}</GroupPage>
      <span className="block text-xs text-muted">{serviceLabel(serviceId, names)}</span>
    </span>
  );
}

/** Whose sleep it cost, and what would have spared it. */
function Below({ rule, answer }: { rule: Rule; answer: Answer }) {
  const { order, log } = answer;
  const names = useNames();
  const group = useRow('alertGroups', rule.groupId).data?.row;
  const routes = useRow('routeRules', rule.integrationId);
  const isOffered = log === undefined;
  const spared =
    isOffered && group && routes.data ? sparedBy({ rule, group, routes: routes.data.row, order, now: serverNow() }) : undefined;
  const sleepers = rule.sleepers.toSorted((a, b) => b.minutes - a.minutes);
  return (
    <div className="rounded-md bg-well px-3 py-1.5">
      {sleepers.length > 0 && (
        <p className="py-1 text-xs text-muted">
          Sleep lost: {sleepers.map(({ personId, minutes }) => `${names.person(personId)} ${minutes}\u00a0min`).join(', ')}
        </p>
      )}
      {isOffered && !spared && <div className={['', 'h-12', 'h-24', 'h-36'][offersOf(rule)]} />}
      {spared !== undefined && spared.length > 0 && (
        <ul aria-label="Changes that would have spared pages">
          {spared.map((one) => (
            <SparedLine key={one.title} spared={one} alertName={group?.alertName ?? ''} order={order} />
          ))}
        </ul>
      )}
    </div>
  );
}
