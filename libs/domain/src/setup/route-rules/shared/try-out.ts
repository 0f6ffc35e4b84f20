import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { placeOfRule, valuesOf, type RoutedNames } from './route-of.js';

/** What conditions ask about of an alert. */
export type TriedAlert = Pick<SignalAlert, 'labels' | 'name' | 'summary' | 'severityWord'>;

interface TryOutInput {
  readonly rules: readonly TypedRouteRule[];
  readonly saved: readonly TypedRouteRule[];
  readonly ownService: string;
  readonly names: RoutedNames;
}

/** Counts the alerts that each rule decides, and those that would go elsewhere than by the saved rules. */
export const tryRoutes = (
  alerts: readonly TriedAlert[],
  { rules, saved, ownService, names }: TryOutInput,
): Pick<RouteTryOut, 'decided' | 'elsewhere'> => {
  const goalOf = (list: readonly TypedRouteRule[], place: number): string | null => {
    const outcome = list[place]?.outcome ?? { kind: 'service' as const, serviceId: ownService };
    return outcome.kind === 'service' ? outcome.serviceId : null;
  };
  const decided = rules.map(() => 0);
  let elsewhere = 0;
  for (const alert of alerts) {
    const values = valuesOf(alert, names);
    const place = placeOfRule({ rules }, values);
    if (place >= 0) decided[place]! += 1;
    if (goalOf(rules, place) !== goalOf(saved, placeOfRule({ rules: saved }, values))) elsewhere += 1;
  }
  return { decided, elsewhere };
};
