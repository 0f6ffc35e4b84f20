/** The most groups that open on one service without a storm; consecutive messages of this number go to one service. */
const perMessage = 50;
const perService = 40;

/** An Alertmanager message with alerts named by these numbers; without group labels each alert name is a group. Low urgency. */
const message = (status, numbers) =>
  JSON.stringify({
    version: '4',
    groupKey: `{}:many-${numbers[0]}`,
    truncatedAlerts: 0,
    status,
    receiver: 'tocsin',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.org',
    alerts: numbers.map((number) => ({
      status,
      labels: { alertname: `Alert${number}`, severity: 'info', instance: `db-${number % 300}`, cluster: 'west' },
      annotations: { summary: `Alert${number} on db-${number % 300}` },
      startsAt: '2026-01-01T03:12:00Z',
      endsAt: status === 'resolved' ? '2026-01-01T04:00:00Z' : '0001-01-01T00:00:00Z',
      generatorURL: '',
      fingerprint: number.toString(16).padStart(16, '0'),
    })),
  });

const addresses = new Map();

/** The address of the n-th service’s integration; the first one exists already. */
const addressOf = async ({ url, address, made, run }, n) => {
  if (n === 0) return address;
  const name = `${url} ${n}`;
  if (!addresses.has(name)) {
    const { serviceId } = (await run('CreateService', { teamId: made.teamId, policyId: made.policyId, name: `Service ${n}` })).says;
    const integration = await run('CreateIntegration', { teamId: made.teamId, serviceId, name: `Alertmanager ${n}`, kind: 'alertmanager' });
    addresses.set(name, integration.says.address);
  }
  return addresses.get(name);
};

/** Fires or resolves the alerts with these numbers. Resolves when the server has accepted them. */
export const signal = async (tocsin, status, numbers) => {
  const body = message(status, numbers);
  const address = await addressOf(tocsin, Math.floor(numbers[0] / perService));
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!answer.ok) throw new Error(`the alerts were not taken: ${answer.status}`);
};

export const numberRange = (from, count) => Array.from({ length: count }, (_, n) => from + n);

/** For a server with a manual clock: waits until all work in progress is done; the clock does not move. */
export const settle = async ({ url }, advance = 'PT0S') => {
  const answer = await fetch(`${url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance }),
  });
  if (!answer.ok) throw new Error(`the clock: ${answer.status}`);
};

/** Opens this many alert groups without pages: the rules for low urgency are removed. */
export const openMany = async (tocsin, count) => {
  const { personId } = tocsin.made;
  const { rules } = (await tocsin.get(`/api/views/contacts/${personId}`)).row;
  for (const { ruleId, urgency } of rules) if (urgency === 'low') await tocsin.run('RemoveNotificationRule', { personId, ruleId });
  for (let from = 1; from <= count; from += perMessage) {
    await signal(tocsin, 'firing', numberRange(from, Math.min(perMessage, count - from + 1)));
    await settle(tocsin);
  }
  const { count: open } = await tocsin.get('/api/views/alertGroups?where.status=firing&limit=1&count=1');
  if (open !== count) throw new Error(`${open} of ${count} groups are open`);
};
