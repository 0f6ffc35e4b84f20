import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { RouteRulesRow, TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { count } from '../../../data/words/sentence.js';
import { useNames } from '../../../data/words/names.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { RuleFields } from './rule-fields.js';
import { findTakingAll, useTryOut } from './use-try-out.js';

interface Props {
  integration: IntegrationShown;
  /** Undefined: it has none yet. */
  routes: RouteRulesRow | undefined;
  onClose: () => void;
}

const newRule: TypedRouteRule = { rows: [[newMatcher]], outcome: { kind: 'service', serviceId: '' }, isOn: true };

/** What the first incomplete rule lacks; undefined: all can be saved. */
const findMissing = (rules: readonly TypedRouteRule[]): string | undefined =>
  rules
    .map(({ rows, outcome }, n) => {
      if (rows.some((row) => row.some(({ label }) => label.trim() === ''))) return `Name the label of each condition of rule ${n + 1}`;
      return outcome.kind === 'service' && outcome.serviceId === '' ? `Choose where rule ${n + 1} leads` : undefined;
    })
    .find(Boolean);

/** How many of the recent alerts a rule decides. */
const reachOf = (takingAll: number | null, tried: RouteTryOut | undefined, n: number): string => {
  if (takingAll !== null) return `never reached: rule ${takingAll} takes all`;
  return tried && tried.alerts > 0 ? `${tried.decided[n] ?? 0} of ${tried.alerts} recent alerts` : '';
};

const tryOutWords = ({ alerts, elsewhere }: RouteTryOut): string =>
  `Of ${count(alerts, 'recent alert')}, ${elsewhere === 0 ? 'none goes' : elsewhere === 1 ? '1 goes' : `${elsewhere} go`} elsewhere than by the saved routes.`;

/** The rules of an integration, in their order: saved as a whole. */
export function RoutesDialog({ integration, routes, onClose }: Props) {
  const names = useNames();
  const [{ version, rules: before }] = useState({ version: routes?.version ?? 0, rules: routes?.rules ?? [] });
  const [rules, setRules] = useState<readonly TypedRouteRule[]>(before.length > 0 ? before : [newRule]);
  const change = useCommand('ChangeRoutes', 'save the routes');
  const missing = findMissing(rules);
  const tried = useTryOut(integration.id, rules);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < rules.length) setRules(rules.toSpliced(from, 1).toSpliced(to, 0, rules[from]!));
  };
  const save = () =>
    change.mutate(
      { teamId: integration.teamId, integrationId: integration.id, version, rules: [...rules] },
      {
        onSuccess: () => {
          say({ kind: 'done', title: 'Routes saved', detail: 'They apply to the next alerts. What fires stays in its alert group.' });
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Routes of ${integration.name}`} wide onClose={onClose}>
      <p className="mb-4 text-muted">
        The first rule that matches an alert decides where it goes. A condition is about a label, or about the name, summary or severity of
        an alert without such a label.
      </p>
      <ol className="space-y-3">
        {rules.map((rule, n) => (
          <RuleFields
            key={rule.ruleId ?? n}
            rule={rule}
            n={n}
            isLast={n === rules.length - 1}
            decides={reachOf(findTakingAll(rules, n), tried, n)}
            onChange={(next) => setRules(rules.with(n, next))}
            onMove={(by) => move(n, n + by)}
            onRemove={() => setRules(rules.toSpliced(n, 1))}
          />
        ))}
      </ol>
      <p className="mt-3 text-muted">
        Everything else goes to <span className="font-medium text-ink">{names.service(integration.serviceId)}</span>.
      </p>
      {tried && tried.alerts > 0 && <p className="mt-1 text-xs text-muted">{tryOutWords(tried)}</p>}
      {rules.length < routeLimits.rulesPerIntegration && (
        <Button className="mt-3" onClick={() => setRules([...rules, newRule])}>
          Add rule
        </Button>
      )}
      <DialogButtons>
        <Button kind="act" busy={change.isPending} whyNot={missing} onClick={save}>
          Save routes
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
