import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { organisationRouter, type RouteRule, type RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAll } from '../../../data/cache/use-view.js';
import { useNames } from '../../../data/words/names.js';
import { Section } from '../../../ui/screen.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { matcherWords } from '../../policies/shared/matcher-line.js';
import { settingWords } from './rule-words.js';

interface Props {
  integration: IntegrationShown;
  may: boolean;
}

/** Where the alerts of an integration go, once it has rules: the first that matches, and at the end its own service. */
export function RoutesOf({ integration, may }: Props) {
  const routes = useAll('routeRules').find(({ id }) => id === integration.id);
  if (!routes || routes.rules.length === 0) return null;
  return (
    <Section title={`Routes of ${integration.name}`} aside={may && <ToRoutes id={integration.id}>Edit routes</ToRoutes>}>
      <ol>
        {routes.rules.map((rule, n) => (
          <RuleLine key={rule.ruleId} rule={rule} n={n + 1} />
        ))}
        <Line n="" to={<ToService id={integration.serviceId} />}>
          <span className="text-muted">everything else</span>
        </Line>
      </ol>
      <p className="mt-2 text-xs text-muted">
        The first rule that matches decides. Alerts that fire stay in their alert group when the rules change.
      </p>
    </Section>
  );
}

/** The first rules of an integration that has none. */
export function AddRoutes({ integration }: { integration: IntegrationShown }) {
  const routes = useAll('routeRules').find(({ id }) => id === integration.id);
  if (routes && routes.rules.length > 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="text-muted">Every alert goes to this service.</span>
      <ToRoutes id={integration.id}>Add routes</ToRoutes>
    </p>
  );
}

const ToRoutes = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link to="/routes/$id" params={{ id }} className="link">
    {children}
  </Link>
);

/** The rules of other services’ integrations that lead here. */
export function RoutedHere({ serviceId }: { serviceId: string }) {
  const names = useNames();
  const leading = useAll('routeRules').flatMap(({ id, rules }: RouteRulesRow) =>
    rules.flatMap(({ ruleId, outcome, isOn }, n) =>
      isOn && outcome.kind === 'service' && outcome.serviceId === serviceId ? [{ ruleId, integrationId: id, place: n + 1 }] : [],
    ),
  );
  const integrations = useAll('integrations');
  const elsewhere = leading.flatMap((one) => {
    const integration = integrations.find(({ id }) => id === one.integrationId);
    return integration && integration.serviceId !== serviceId ? [{ ...one, integration }] : [];
  });
  const first = leading.filter(({ integrationId }) => integrationId === organisationRouter);
  if (elsewhere.length === 0 && first.length === 0) return null;
  return (
    <ul aria-label="Routed here" className="py-1">
      {first.map(({ ruleId, place }) => (
        <li key={ruleId} className="py-1 text-muted">
          Also from all integrations, by rule {place} of the{' '}
          <Link to="/routes" className="link">
            organisation’s routes
          </Link>
        </li>
      ))}
      {elsewhere.map(({ ruleId, place, integration }) => (
        <li key={ruleId} className="py-1 text-muted">
          Also from{' '}
          <Link to="/services/$id" params={{ id: integration.serviceId }} className="link">
            {integration.name}
          </Link>{' '}
          of {names.service(integration.serviceId)}, by rule {place}
        </li>
      ))}
    </ul>
  );
}

function Target({ rule }: { rule: RouteRule }) {
  const { outcome } = rule;
  const settings = settingWords(rule, useTargetNames(rule.outcome.postTo !== undefined));
  return (
    <>
      {outcome.kind === 'service' ? <ToService id={outcome.serviceId} /> : outcome.kind === 'record_only' ? 'record only' : 'this service'}
      {settings.length > 0 && <span className="text-muted"> · {settings.join(', ')}</span>}
    </>
  );
}

function RuleLine({ rule, n }: { rule: RouteRule; n: number }) {
  const { rows, isOn } = rule;
  return (
    <Line n={n} isOff={!isOn} to={<Target rule={rule} />}>
      {rows.length === 0 && <span className="text-muted">every alert</span>}
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is known by its place alone
        <span key={at} className="flex flex-wrap items-center gap-1.5">
          {at > 0 && <span className="text-muted">or</span>}
          {row.map((matcher) => (
            <span key={matcherWords(matcher)} className="rounded bg-well px-1.5 [overflow-wrap:anywhere]">
              {matcherWords(matcher)}
            </span>
          ))}
        </span>
      ))}
    </Line>
  );
}

function ToService({ id }: { id: string }) {
  const names = useNames();
  return (
    <Link to="/services/$id" params={{ id }} className="link">
      {names.service(id)}
    </Link>
  );
}

interface LineProps {
  n: number | '';
  to: ReactNode;
  isOff?: boolean;
  children: ReactNode;
}

const Line = ({ n, to, isOff = false, children }: LineProps) => (
  <li className={`flex min-h-10 items-center gap-x-3 border-b border-line/70 py-1.5 max-sm:flex-wrap ${isOff ? 'opacity-60' : ''}`}>
    <span className="w-5 shrink-0 text-muted tabular-nums">{n}</span>
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 max-sm:basis-[80%]">
      {children}
      {isOff && <span className="text-muted">(off)</span>}
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere] max-sm:ml-8 sm:w-56 sm:shrink-0">
      <span aria-hidden className="text-muted">
        →{' '}
      </span>
      {to}
    </span>
  </li>
);
