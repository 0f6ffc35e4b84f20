import { recordedAnswers, type Recorded } from './recorded.js';

type Fields = Readonly<Record<string, unknown>>;

const dataOf = ({ body }: Recorded): readonly Fields[] => ((body as { data?: unknown }).data ?? []) as Fields[];

/** A list over two pages. */
function pagesOf(path: string, rows: readonly Fields[]): readonly Recorded[] {
  const half = Math.ceil(rows.length / 2);
  const page = (values: readonly Fields[], offset: number, next: string | null): Recorded => ({
    request: `GET ${path}${path.includes('?') ? '&' : '?'}offset=${offset}`,
    status: 200,
    body: {
      values,
      size: values.length,
      offset,
      links:
        next === null
          ? {}
          : { next: `https://api.opsgenie.com/jsm/ops/api/c1${path}${path.includes('?') ? '&' : '?'}offset=${offset + half}` },
    },
  });
  if (rows.length < 2) return [page(rows, 0, null)];
  return [page(rows.slice(0, half), 0, 'more'), page(rows.slice(half), half, null)];
}

const teamOf = (row: Fields): unknown => (row.ownerTeam as Fields | undefined)?.id;

/** The recorded organisation of Opsgenie, as Jira Service Management tells it: account ids without addresses. */
export function jsmAnswers(): readonly Recorded[] {
  const answers = recordedAnswers('opsgenie');
  const one = (part: string) => answers.find(({ request }) => request.startsWith(`GET ${part}`))!;
  const teams = dataOf(one('/v2/teams'));
  const schedules = dataOf(one('/v2/schedules?'));
  const escalations = dataOf(one('/v2/escalations')).map((row) => ({
    ...row,
    rules: (row.rules as Fields[]).map((rule) => ({ ...rule, delay: (rule.delay as Fields).timeAmount })),
  }));
  return [
    { request: 'GET /v1/teams', status: 200, body: { platformTeams: teams.map(({ id, name }) => ({ teamId: id, teamName: name })) } },
    ...teams.flatMap(({ id }) =>
      pagesOf(
        `/v1/teams/${String(id)}/escalations`,
        escalations.filter((row) => teamOf(row) === id),
      ),
    ),
    ...teams.flatMap(({ id }) => pagesOf(`/v1/teams/${String(id)}/routing-rules`, dataOf(one(`/v2/teams/${String(id)}/routing-rules`)))),
    ...pagesOf('/v1/schedules', schedules),
    ...schedules.flatMap(({ id, rotations }) => [
      ...pagesOf(`/v1/schedules/${String(id)}/rotations`, rotations as Fields[]),
      ...pagesOf(`/v1/schedules/${String(id)}/overrides`, dataOf(one(`/v2/schedules/${String(id)}/overrides`))),
      {
        request: `GET /v1/schedules/${String(id)}/timeline?date=2026-11-26T12:00:00Z`,
        status: 200,
        body: (one(`/v2/schedules/${String(id)}/timeline`).body as Fields).data,
      },
    ]),
    ...pagesOf('/v1/integrations', dataOf(one('/v2/integrations'))),
    ...['/v1/maintenances', '/v1/forwarding-rules', '/v1/alerts'].flatMap((path) => pagesOf(path, [])),
  ];
}
