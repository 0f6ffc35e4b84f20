import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { percentile, round, informationRow, sized } from './measure.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { send, signal } from './storm.mjs';

const people = sized(30, 2);
/** Signals per second, of alerts that are firing already. */
const signalsPerSecond = 200;
const repeatCount = sized(100, 3);
/** One more on a service would be a storm. */
const groupsPerService = sized(50, 2);
/** Each person is paged for as many groups as one message may list. */
const crowd = sized(50, 2);
const steps = sized(10_000, 4);

const json = { 'content-type': 'application/json' };
const post = async (url, body, headers = json) => {
  const answer = await fetch(url, { method: 'POST', headers, body });
  const read = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${read}`);
  return read ? JSON.parse(read) : null;
};

/** Adds a person with a phone, and a service whose policy pages no one else. Returns the paths of its integrations. */
export const addPerson = async (tocsin, phones, n, { services = 1, second = null } = {}) => {
  const { run, url, made } = tocsin;
  const { teamId } = made;
  const { invitation } = (await run('InvitePerson', { name: `Person ${n}`, email: `p${n}@example.org`, role: 'member' })).says;
  const answer = await post(
    `${url}/api/invitations/${invitation.split('/invite/')[1]}`,
    JSON.stringify({ password: 'correct horse battery' }),
  );
  const { personId, token } = answer;
  const runAsPerson = (type, data) =>
    post(`${url}/api/commands/${type}`, JSON.stringify(data), { ...json, authorization: `Bearer ${token}` });
  await run('AddTeamMember', { teamId, personId, role: 'responder' });
  await phones.add(runAsPerson, personId, `/p${n}`);
  const toTarget = (id) => ({ targets: [{ kind: 'person', personId: id }], waitMinutes: 1 });
  const stepsOf = [toTarget(personId), ...(second ? [toTarget(second)] : [])];
  const { policyId } = (await run('CreatePolicy', { teamId, name: `Policy ${n}`, steps: stepsOf })).says;
  const paths = [];
  for (let m = 0; m < services; m += 1) {
    const { serviceId } = (await run('CreateService', { teamId, policyId, name: `Service ${n}.${m}` })).says;
    const { address } = (await run('CreateIntegration', { teamId, serviceId, name: `Monitoring ${n}.${m}`, kind: 'generic' })).says;
    paths.push(new URL(address).pathname);
  }
  return { personId, paths };
};

const withPeople = async (tocsin, phones, { count = people, ...options } = {}) => {
  const all = [];
  for (let n = 0; n < count; n += 1) all.push(await addPerson(tocsin, phones, n, options));
  return all;
};

/** Facts of a stopped server, by type, each with its time. */
const factsOf = (folder, read) => {
  const database = new Database(join(folder, 'data', 'log', 'log.db'), { readonly: true });
  const readFacts = (name) =>
    database
      .prepare(
        `SELECT ordinal, data, meta ->> '$.at' AS at FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?) ORDER BY ordinal`,
      )
      .all(name)
      .map(({ ordinal, data, at }) => ({ ...JSON.parse(data), ordinal, at: Date.parse(at) }));
  try {
    return read(readFacts);
  } finally {
    database.close();
  }
};

/** Repeats signals of firing alerts as fast as possible until `isOver`. */
const repeatRequest = async (url, path, isOver) => {
  const startedAt = performance.now();
  for (let n = 0; !isOver(); n += 1) {
    const due = startedAt + (n * 1_000) / signalsPerSecond;
    const wait = due - performance.now();
    if (wait > 1) await pause(wait);
    void fetch(`${url}${path}`, { method: 'POST', headers: json, body: signal(n % repeatCount) }).then((answer) => answer.text());
  }
};

/** Milliseconds from each signal that opened a group to its first attempt, for one person after the other. */
const measurePageLatency = async (isLoaded) => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const phones = await startPhones();
  try {
    const all = await withPeople(tocsin, phones);
    const { teamId, policyId } = tocsin.made;
    const { serviceId } = (await tocsin.run('CreateService', { teamId, policyId, name: 'Loud' })).says;
    const { address } = (await tocsin.run('CreateIntegration', { teamId, serviceId, name: 'Loud', kind: 'generic' })).says;
    const loudPath = new URL(address).pathname;
    await send(tocsin.url, [loudPath], { count: repeatCount });
    let isOver = false;
    const background = isLoaded ? repeatRequest(tocsin.url, loudPath, () => isOver) : null;
    await pause(1_000);
    for (const [n, { paths }] of all.entries()) {
      await post(`${tocsin.url}${paths[0]}`, signal(1_000_000 + n));
      await pause(300);
    }
    isOver = true;
    await background;
    await pause(2_000);
    await tocsin.end();
    const expectedPersonIds = new Set(all.map(({ personId }) => personId));
    return factsOf(tocsin.folder, (readFactsOf) => {
      const attempts = readFactsOf('AttemptStarted').filter(({ ring }) => expectedPersonIds.has(ring?.personId));
      const groups = new Map(readFactsOf('AlertGroupOpened').map(({ groupId, origin }) => [groupId, origin.signal?.ordinal]));
      const receivedByOrdinal = new Map(readFactsOf('SignalReceived').map((fact) => [fact.ordinal, fact.at]));
      const lates = attempts.map(({ groupId, at }) => at - receivedByOrdinal.get(groups.get(groupId)));
      if (lates.length !== people || lates.some(Number.isNaN)) throw new Error(`${lates.length} of ${people} were paged`);
      return lates;
    });
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

/** A manual clock, so that everything is due at one instant. */
const manual = { TOCSIN_ALLOW_CIDR: '127.0.0.1/32', TOCSIN_CLOCK: 'manual', NODE_ENV: 'test' };
const advance = ({ url }, duration) => post(`${url}/test/clock`, JSON.stringify({ advance: duration }));

/** How often each value occurs, the most frequent one first. */
const countValues = (values) => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
};

/**
 * The second steps of ten thousand groups. A person’s first groups page at once, the others a minute later in one message, from
 * which their steps count: all of these are due at one instant.
 */
const measureStepsAtOnce = async () => {
  const tocsin = await startTocsin(manual);
  const phones = await startPhones({ after: 20 });
  try {
    const { personId } = tocsin.made;
    await phones.add(tocsin.run, personId, '/ana');
    const services = steps / crowd / groupsPerService;
    const all = await withPeople(tocsin, phones, { count: crowd, services, second: personId });
    await send(
      tocsin.url,
      all.flatMap(({ paths }) => paths),
      { count: steps },
    );
    await advance(tocsin, 'PT1M');
    await advance(tocsin, 'PT59S');
    const startedAt = performance.now();
    await advance(tocsin, 'PT2S');
    const seconds = (performance.now() - startedAt) / 1_000;
    await tocsin.end();
    return factsOf(tocsin.folder, (readFactsOf) => {
      const isSecond = ({ round: n, step }) => n === 1 && step === 2;
      const due = new Map(
        readFactsOf('EscalationStepPlanned')
          .filter(isSecond)
          .map(({ groupId, dueAt }) => [groupId, dueAt]),
      );
      const [[instant, plannedCount]] = countValues(due.values());
      const dues = readFactsOf('EscalationStepTaken')
        .filter(isSecond)
        .map(({ groupId }) => due.get(groupId));
      const takenCount = dues.filter((at) => at === instant).length;
      return {
        planned: plannedCount,
        taken: takenCount,
        seconds,
        outOfOrder: dues.filter((at, n) => at < dues[n - 1]).length,
        most: phones.most(),
      };
    });
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

/** Every second message fails, at random but the same in each run; each person has one phone, and a second step pages Ana. */
const measureFailingPhones = async () => {
  let chance = 1;
  const isRefused = () => (chance = (chance * 16_807) % 2_147_483_647) % 2 === 0;
  const tocsin = await startTocsin(manual);
  const phones = await startPhones({ answer: () => (isRefused() ? 500 : 200) });
  try {
    const { personId } = tocsin.made;
    await phones.add(tocsin.run, personId, '/ana');
    const all = await withPeople(tocsin, phones, { second: personId });
    await send(
      tocsin.url,
      all.flatMap(({ paths }) => paths),
      { count: people * 20 },
    );
    for (let minute = 0; minute < 15; minute += 1) await advance(tocsin, 'PT1M');
    await tocsin.end();
    return factsOf(tocsin.folder, (readFactsOf) => {
      const sentPageIds = new Set(readFactsOf('AttemptSent').map(({ pageId }) => pageId));
      const pages = readFactsOf('PageStarted').filter(
        ({ quiet, cause }) => !quiet && cause.kind === 'escalation' && cause.step === 1 && cause.round === 1,
      );
      const repeatedSteps = new Set(
        readFactsOf('EscalationStepTaken').flatMap(({ groupId, round: n, step }) => (n === 1 && step === 2 ? [groupId] : [])),
      );
      const unsentPages = pages.filter(({ pageId }) => !sentPageIds.has(pageId));
      return {
        pages: pages.length,
        failed: readFactsOf('AttemptFailed').length,
        missed: unsentPages.length,
        lost: unsentPages.filter(({ groupId }) => !repeatedSteps.has(groupId)).length,
      };
    });
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

/** The time from an accepted signal to the first attempt; ten thousand steps at once; a provider that fails half the time. */
export const paging = async ({ rounds }) => {
  const [loadedLatencies, idleLatencies] = [[], []];
  for (let n = 0; n < Math.min(rounds, 3); n += 1) {
    idleLatencies.push(...(await measurePageLatency(false)));
    loadedLatencies.push(...(await measurePageLatency(true)));
  }
  const [loadedP99, idleMedian] = [percentile(loadedLatencies, 0.99), percentile(idleLatencies, 0.5)];
  const at = await measureStepsAtOnce();
  const halfResult = await measureFailingPhones();
  return [
    informationRow(
      `Signal accepted → first attempt handed over, at ${signalsPerSecond} signals/s: p99`,
      `${round(loadedP99)} ms`,
      `idle median ${round(idleMedian)} ms`,
      loadedP99 / Math.max(idleMedian, 1),
      `${loadedLatencies.length} people, paged for the first time`,
    ),
    {
      what: `${round(at.planned)} steps due at one instant: taken`,
      figure: round(at.taken),
      wanted: 'all, in order',
      met: at.taken === at.planned && at.planned > 0.9 * steps && at.outOfOrder === 0,
      note: `in ${at.seconds.toFixed(1)} s, which is ${round(at.taken / at.seconds)} a second`,
    },
    { what: 'Calls to one provider at once meanwhile, at most', figure: `${at.most}`, wanted: '≤ 20', met: at.most <= 20 },
    {
      what: 'A provider that fails half the time: pages that neither arrived nor had the next step taken',
      figure: `${halfResult.lost}`,
      wanted: '0',
      met: halfResult.lost === 0 && halfResult.pages > 0,
      note: `of ${round(halfResult.pages)} pages, ${round(halfResult.failed)} attempts that failed, ${halfResult.missed} pages that never arrived`,
    },
  ];
};
