import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { routeOf, valuesOf, type RoutableAlert, type RoutedNames, type Routers } from './route-of.js';

/** An alert, the service that it goes to without rules, and its names. */
export interface TriedAlert {
  readonly alert: RoutableAlert;
  readonly ownService: string;
  readonly names: RoutedNames;
  readonly saved: Routers;
  readonly tried: Routers;
}

/** Places of the rules that decide, for each alert, and whether it goes elsewhere, or otherwise, than by the saved rules. */
export const tryRoutes = (
  alerts: readonly TriedAlert[],
  edited: keyof Routers,
  rules: number,
): Pick<RouteTryOut, 'decided' | 'elsewhere'> & { readonly places: readonly number[] } => {
  const decided = Array.from({ length: rules }, () => 0);
  const places: number[] = [];
  let elsewhere = 0;
  for (const { alert, ownService, names, saved, tried } of alerts) {
    const values = valuesOf(alert, names);
    const now = routeOf(tried, values, ownService);
    const before = routeOf(saved, values, ownService);
    const place = now.places[edited];
    if (place >= 0) decided[place]! += 1;
    places.push(place);
    if (now.serviceId !== before.serviceId) elsewhere += 1;
  }
  return { decided, elsewhere, places };
};
