import { createRoute, notFound, redirect, useSearch } from '@tanstack/react-router';
import { loadCaller } from '../app/load-caller.js';
import { sessionQuery } from '../data/session/session.js';
import { searchFrom as alertsSearchFrom } from '../features/alerts/list/filters.js';
import { drillSearchFrom } from '../features/drills/drill-search.js';
import { searchFrom as historySearchFrom } from '../features/history/search.js';
import { searchFrom as messagesSearchFrom } from '../features/messages/search.js';
import type { OnCallSearch } from '../features/on-call/on-call-search.js';
import { backtestSearchFrom } from '../features/reports/backtest-search.js';
import { reportSearchFrom, type EventsSearch, type OpeningsSearch } from '../features/reports/search.js';
import type { ScheduleSearch } from '../features/schedules/view-search.js';
import type { WhySearch } from '../features/why/why-screen.js';
import { later, root, screen, searched, signedIn } from './signed-in.js';

const setUp = createRoute({
  getParentRoute: () => root,
  path: 'setup',
  component: later(() => import('./set-up.js').then((m) => m.SetUp)),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: ({ to, problem }): { to?: string; problem?: string } => ({
    ...(typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  }),
  // signed-in visitors are redirected; inside the app this route is reached after sign-out or expiry
  beforeLoad: async ({ context: { client }, search: { to, problem } }) => {
    if (problem !== undefined || client.getQueryData(sessionQuery.queryKey) !== undefined) return;
    const here = await loadCaller(client).catch(() => null);
    if (here?.session) throw redirect({ href: to ?? '/alerts' });
  },
  component: later(
    () => import('../features/session/sign-in-screen.js').then((m) => m.SignInScreen),
    () => ({ to: '/alerts', ...useSearch({ strict: false }) }),
  ),
});

/** On the controllable clock alone, as the routes of tests. */
const components = createRoute({
  getParentRoute: () => root,
  path: 'test/components',
  beforeLoad: async ({ context: { client } }) => {
    const { status } = await loadCaller(client);
    if (status.clock !== 'manual') throw notFound();
  },
  component: later(() => import('../ui/sheet/component-sheet.js').then((m) => m.ComponentSheet)),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/alerts' });
  },
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: 'reports',
  beforeLoad: () => {
    throw redirect({ to: '/reports/response' });
  },
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invite/$token',
  component: later(() => import('../features/session/invitation-screen.js').then((m) => m.InvitationScreen)),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: 'reset/$token',
  component: later(() => import('../features/session/reset-screen.js').then((m) => m.ResetScreen)),
});

const unfollow = createRoute({
  getParentRoute: () => root,
  path: 'unfollow/$secret',
  component: later(() => import('../features/session/unfollow-screen.js').then((m) => m.UnfollowScreen)),
});

const frameFrom = ({ frame }: Record<string, unknown>): { frame?: number } =>
  Number.isSafeInteger(frame) && (frame as number) >= 0 ? { frame: frame as number } : {};

const addFrom = ({ add }: Record<string, unknown>): { add?: 'phone' } => (add === 'phone' ? { add } : {});

const eventsSearchFrom = (values: Record<string, unknown>): EventsSearch => reportSearchFrom(values);
const openingsSearchFrom = (values: Record<string, unknown>): OpeningsSearch => reportSearchFrom(values);

// read by the screens, which are loaded when they are opened
const onCallSearchFrom = (values: Record<string, unknown>): OnCallSearch => values;
const scheduleSearchFrom = (values: Record<string, unknown>): ScheduleSearch => values;

const whySearchFrom = ({ person, at }: Record<string, unknown>): WhySearch => ({
  ...(typeof person === 'string' ? { person } : {}),
  ...(typeof at === 'string' ? { at } : {}),
});

const behindSignIn = signedIn.addChildren([
  home,
  searched('alerts', alertsSearchFrom, () => import('./alert-list.js').then((m) => m.AlertList)),
  searched('alerts/$number', frameFrom, () => import('./alert-group.js').then((m) => m.AlertGroup)),
  screen('hand-over/$schedule', () => import('../features/alerts/hand-over-screen.js').then((m) => m.HandOverScreen)),
  screen('heartbeats', () => import('../features/heartbeats/heartbeats-screen.js').then((m) => m.HeartbeatsScreen)),
  screen('heartbeats/$id', () => import('../features/heartbeats/heartbeat-screen.js').then((m) => m.HeartbeatScreen)),
  searched('history', historySearchFrom, () => import('../features/history/history-screen.js').then((m) => m.HistoryScreen)),
  screen('maintenance', () => import('../features/maintenance/maintenance-screen.js').then((m) => m.MaintenanceScreen)),
  screen('mappings/$id', () => import('../features/mappings/mapping-screen.js').then((m) => m.MappingScreen)),
  searched('me', addFrom, () => import('./me.js').then((m) => m.Me)),
  searched('messages', messagesSearchFrom, () => import('../features/messages/messages-screen.js').then((m) => m.MessagesScreen)),
  screen('moment', () => import('./moment-later.js').then((m) => m.MomentLater)),
  searched('on-call', onCallSearchFrom, () => import('./on-call.js').then((m) => m.OnCall), { resetScroll: false }),
  screen('people', () => import('../features/people/people-screen.js').then((m) => m.PeopleScreen)),
  screen('people/$id', () => import('./person.js').then((m) => m.Person)),
  screen('people/import', () => import('../features/people/import-screen.js').then((m) => m.ImportScreen)),
  screen('plans', () => import('../features/tool-plans/plans-screen.js').then((m) => m.PlansScreen)),
  screen('policies', () => import('../features/policies/policies-screen.js').then((m) => m.PoliciesScreen)),
  screen('policies/$id', () => import('./policy.js').then((m) => m.Policy)),
  reports,
  searched('reports/backtest', backtestSearchFrom, () => import('../features/reports/backtest-screen.js').then((m) => m.BacktestScreen)),
  searched('reports/bisect', backtestSearchFrom, () =>
    import('../features/reports/bisect-screen.js').then(({ BisectScreen }) => ({ search }) => <BisectScreen id={search.id} />),
  ),
  searched('reports/cost', reportSearchFrom, () => import('../features/reports/cost-screen.js').then((m) => m.CostScreen)),
  searched('reports/delivery', reportSearchFrom, () => import('../features/reports/delivery-screen.js').then((m) => m.DeliveryScreen)),
  searched('reports/drill', drillSearchFrom, () => import('../features/drills/drill-screen.js').then((m) => m.DrillScreen)),
  searched('reports/events', eventsSearchFrom, () => import('../features/reports/events-screen.js').then((m) => m.EventsScreen)),
  searched('reports/load', reportSearchFrom, () => import('../features/reports/load-screen.js').then((m) => m.LoadScreen)),
  searched('reports/noise', reportSearchFrom, () => import('../features/reports/noise-screen.js').then((m) => m.NoiseScreen)),
  searched('reports/openings', openingsSearchFrom, () => import('../features/reports/openings-screen.js').then((m) => m.OpeningsScreen)),
  searched('reports/response', reportSearchFrom, () => import('../features/reports/response-screen.js').then((m) => m.ResponseScreen)),
  screen('routes', () => import('../features/route-rules/routes-screen.js').then((m) => m.RoutesScreen)),
  screen('routes/$id', () => import('../features/route-rules/integration-routes-screen.js').then((m) => m.IntegrationRoutesScreen)),
  screen('schedules', () => import('../features/schedules/schedules-screen.js').then((m) => m.SchedulesScreen)),
  searched('schedules/$id', scheduleSearchFrom, () => import('./schedule.js').then((m) => m.Schedule), {
    resetScroll: false,
  }),
  screen('services', () => import('../features/services/services-screen.js').then((m) => m.ServicesScreen)),
  screen('services/$id', () => import('./service.js').then((m) => m.Service)),
  screen('settings', () => import('../features/settings/settings-screen.js').then((m) => m.SettingsScreen)),
  screen('settings/backups', () => import('../features/backups/backups-screen.js').then((m) => m.BackupsScreen)),
  screen('settings/channels', () => import('../features/settings/connections-screen.js').then((m) => m.ConnectionsScreen)),
  screen('settings/events', () => import('../features/event-subscriptions/events-screen.js').then((m) => m.EventsScreen)),
  screen('settings/files', () => import('../features/config-files/files-screen.js').then((m) => m.FilesScreen)),
  screen('settings/health', () => import('../features/settings/health-screen.js').then((m) => m.HealthScreen)),
  screen('settings/mail', () => import('../features/mail-server/mail-settings-screen.js').then((m) => m.MailSettingsScreen)),
  screen('settings/moving-in', () => import('../features/moving-in/moving-in-screen.js').then((m) => m.MovingInScreen)),
  screen('settings/moving-in/side-by-side', () =>
    import('../features/moving-in/side-by-side/side-by-side-screen.js').then((m) => m.SideBySideScreen),
  ),
  screen('settings/sign-in', () => import('../features/settings/sign-in-settings-screen.js').then((m) => m.SignInSettingsScreen)),
  screen('settings/tokens', () => import('../features/tokens/tokens-screen.js').then((m) => m.TokensScreen)),
  screen('silences', () => import('../features/silences/silences-screen.js').then((m) => m.SilencesScreen)),
  screen('teams', () => import('../features/teams/teams-screen.js').then((m) => m.TeamsScreen)),
  screen('teams/$id', () => import('./team.js').then((m) => m.Team)),
  searched('why', whySearchFrom, () => import('../features/why/why-screen.js').then((m) => m.WhyScreen)),
]);

export const routeTree = root.addChildren([setUp, signIn, components, invitation, reset, unfollow, behindSignIn]);
