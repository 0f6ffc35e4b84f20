import { fieldsOf, numberOf, rowsIn, toSeconds, weeksAfter, type Ask, type Kind, type Row, type System } from '../source.js';
import { clockChangeWeek } from '../clock-change.js';

/** The queries, by their names: a key of GoAlert runs the one for which it was made. */
export const queries = {
  Users:
    'query Users($after:String){users(input:{first:100,after:$after}){nodes{id role name email contactMethods{id name dest{type args} disabled pending statusUpdates} notificationRules{id delayMinutes contactMethodID}} pageInfo{endCursor hasNextPage}}}',
  Rotations:
    'query Rotations($after:String){rotations(input:{first:100,after:$after}){nodes{id name description type shiftLength start timeZone userIDs activeUserIndex nextHandoffTimes(num:3) labels{key value}} pageInfo{endCursor hasNextPage}}}',
  Schedules:
    'query Schedules($after:String){schedules(input:{first:100,after:$after}){nodes{id name description timeZone targets{target{type id name} rules{start end weekdayFilter}} temporarySchedules{start end shifts{userID start end truncated}} onCallNotificationRules{id} labels{key value} assignedTo{id}} pageInfo{endCursor hasNextPage}}}',
  Overrides:
    'query Overrides($id:ID!,$start:ISOTimestamp!,$after:String){userOverrides(input:{first:100,scheduleID:$id,start:$start,after:$after}){nodes{id start end addUserID removeUserID target{type id name}} pageInfo{endCursor hasNextPage}}}',
  Shifts:
    'query Shifts($id:ID!,$start:ISOTimestamp!,$end:ISOTimestamp!){schedule(id:$id){shifts(start:$start,end:$end){userID start end truncated}}}',
  Policies:
    'query Policies($after:String){escalationPolicies(input:{first:100,after:$after}){nodes{id name description repeat steps{id stepNumber delayMinutes multiAck actions{type args}} labels{key value}} pageInfo{endCursor hasNextPage}}}',
  Services:
    'query Services($after:String){services(input:{first:100,after:$after}){nodes{id name description escalationPolicyID maintenanceExpiresAt labels{key value} integrationKeys{id type name href externalSystemName} heartbeatMonitors{id name timeoutMinutes lastState href additionalDetails muted}} pageInfo{endCursor hasNextPage}}}',
  Alerts:
    'query Alerts($since:ISOTimestamp!,$before:ISOTimestamp!,$after:String){alerts(input:{first:100,notCreatedBefore:$since,createdBefore:$before,sort:dateID,after:$after}){nodes{id alertID status summary details createdAt service{id name} meta{key value} metrics{closedAt timeToClose timeToAck escalated}} pageInfo{endCursor hasNextPage}}}',
  AlertEvents:
    'query AlertEvents($number:Int!,$after:String){alert(id:$number){recentEvents(input:{limit:100,after:$after}){nodes{timestamp message state{details status}} pageInfo{endCursor hasNextPage}}}}',
  MessageLogs:
    'query MessageLogs($since:ISOTimestamp!,$before:ISOTimestamp!,$after:String){messageLogs(input:{first:100,createdAfter:$since,createdBefore:$before,after:$after}){nodes{id createdAt updatedAt type status userID userName source destination serviceID serviceName alertID sentAt retryCount} pageInfo{endCursor hasNextPage}}}',
} as const;

/** Finds a part of an answer by its name, at any depth. */
function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = fieldsOf(value);
  return name in fields
    ? fields[name]
    : Object.values(fields)
        .map((field) => partOf(field, name))
        .find((found) => found !== undefined);
}

const run = (operationName: keyof typeof queries, variables: Row = { after: '' }): Ask => ({
  path: '/api/graphql',
  graphql: { operationName, query: queries[operationName], variables },
});

function nextOf(asked: Ask, body: unknown): Ask | null {
  const { endCursor, hasNextPage } = fieldsOf(partOf(body, 'pageInfo'));
  if (hasNextPage !== true || typeof endCursor !== 'string' || asked.graphql === undefined) return null;
  return { ...asked, graphql: { ...asked.graphql, variables: { ...asked.graphql.variables, after: endCursor } } };
}

const shifts = (row: Row, from: string, to: string): Ask => run('Shifts', { id: row.id, start: toSeconds(from), end: toSeconds(to) });
const history = { isHistory: true } as const;

const kinds: readonly Kind[] = [
  { name: 'users', ask: () => run('Users') },
  { name: 'rotations', ask: () => run('Rotations') },
  { name: 'schedules', ask: () => run('Schedules') },
  { name: 'overrides', of: ['schedules'], ask: ({ row, at }) => run('Overrides', { id: row.id, start: toSeconds(at), after: '' }) },
  { name: 'shifts', of: ['schedules'], ask: ({ row, at }) => shifts(row, at, weeksAfter(at, 4)) },
  {
    name: 'shifts-at-clock-change',
    of: ['schedules'],
    ask: ({ row, at }) => {
      const week = clockChangeWeek(row.timeZone, at);
      return week && shifts(row, week.from, week.to);
    },
  },
  { name: 'policies', ask: () => run('Policies') },
  { name: 'services', ask: () => run('Services'), secrets: ['href'] },
  { name: 'alerts', ...history, ask: ({ from, at }) => run('Alerts', { since: toSeconds(from), before: toSeconds(at), after: '' }) },
  { name: 'alert-events', ...history, of: ['alerts'], ask: ({ row }) => run('AlertEvents', { number: Number(row.alertID), after: '' }) },
  {
    name: 'message-logs',
    ...history,
    ask: ({ from, at }) => run('MessageLogs', { since: toSeconds(from), before: toSeconds(at), after: '' }),
  },
  { name: 'duty', ...history, of: ['schedules'], windowDays: 28, ask: ({ row, from, to }) => shifts(row, from, to) },
];

export const goalert: System = {
  name: 'goalert',
  title: 'GoAlert',
  address: null,
  kinds,
  headersOf: (token) => ({ authorization: `Bearer ${token}` }),
  waitOf: (headers) => numberOf(headers.get('retry-after')),
  next: nextOf,
  rows: (body) => rowsIn(partOf(body, 'nodes')),
  people: { kind: 'users', id: 'id', names: ['email', 'name'] },
  untold: ['the payloads of alerts, beside summary and details', 'teams: it has none', 'people who were deleted: they leave no trace'],
};
