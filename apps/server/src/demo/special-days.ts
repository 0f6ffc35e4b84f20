import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Chance } from '@tocsin/kernel/chance.js';
import type { Agenda } from './agenda.js';
import { services, teams, type CastName, type Condition } from './company-data.js';
import type { Company } from './company.js';
import type { DemoBehaviour } from './demo-behaviour.js';
import { sendSignal } from './monitoring.js';

interface SpecialDaysContext {
  readonly company: Company;
  readonly agenda: Agenda;
  readonly conduct: DemoBehaviour;
  readonly chance: Chance;
  readonly start: string;
  readonly days: number;
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Rare events: alert storms, a day without phones, an outage of Tocsin, covers, a rotation that is corrected. */
export const scheduleSpecialDays = (setting: SpecialDaysContext): void => {
  const { agenda, company, conduct, start, days } = setting;
  const on = (share: number, at: number, happens: () => void): void =>
    agenda.scheduleAt(addMillis(start, Math.floor(days * share) * day + at), happens);
  // in the last four weeks, which reports show first
  agenda.scheduleAt(addMillis(start, Math.max(1, days - 19) * day + 9 * hour), () => scheduleStorm(setting, 130));
  agenda.scheduleAt(addMillis(start, Math.max(0, days - 5) * day + 19 * hour), () => scheduleStorm(setting, 320));
  on(0.41, 2 * hour, () => {
    conduct.phonesFailUntil = addMillis(company.world.now, 9 * hour);
  });
  on(0.55, 20 * hour, () => setAbsence(company));
  // after half a year the team notices that Hugo has twice as many turns as Emil
  on(0.52, 5 * hour, () => repairMethod(company));
  for (let week = 1; week < days / 7; week += 2)
    agenda.scheduleAt(addMillis(start, week * 7 * day + 3 * hour), () => requestCover(setting));
  for (let week = 2; week < days / 7; week += 3) agenda.scheduleAt(addMillis(start, week * 7 * day + 4 * hour), () => addOverride(setting));
};

/** A switch fails: this many alerts at once, on one service. */
const scheduleStorm = ({ company, agenda }: SpecialDaysContext, count: number): void => {
  const [condition] = services.cluster.conditions.filter(({ name }) => name === 'KubeNodeNotReady') as readonly Condition[];
  for (let n = 1; n <= count; n += 1) {
    agenda.scheduleAfter(n * 2_500, () => {
      const about = `rack-${String(n).padStart(3, '0')}`;
      const incident = { service: 'cluster', condition: condition!, about, startsAt: company.world.now } as const;
      sendSignal(company, incident, 'firing');
      agenda.scheduleAfter(35 * minute, () => sendSignal(company, incident, 'resolved'));
    });
  }
};

/** Tocsin is down for forty minutes, and is started again. */
const setAbsence = ({ world }: Company): void => {
  const awayFrom = world.now;
  world.awayUntil(addMillis(awayFrom, 40 * minute));
  world.run({ type: 'StartReactor', data: { awayFrom } }, { actor: systemActor });
  world.advance(0);
};

const repairMethod = (company: Company): void => {
  const layers = [company.toLayer('platform-mended', ['hugo', 'emil', 'leila'], { unit: 'weeks', count: 1, time: '09:00', weekday: 1 })];
  const data = { scheduleId: company.schedule('platform'), version: 1, timeZone: 'Europe/Berlin', layers };
  company.does({ type: 'ChangeSchedule', data }, company.actor('jonas'));
};

/** The person on call this week requests an evening off, and another person takes it. */
const requestCover = ({ company, agenda, chance }: SpecialDaysContext): void => {
  const scheduleId = company.schedule('payments');
  const onCall = company.world.memory.rows<OnCallRow>('onCall').get(scheduleId)?.people[0]?.personId;
  const team: readonly CastName[] = teams.payments.people;
  const asks = team.find((castName) => company.person(castName) === onCall);
  if (!asks) return;
  const takes = chance.pick(team.filter((castName) => castName !== asks));
  const from = addMillis(company.world.now, chance.drawBetween(1, 4) * day + 8 * hour);
  const data = { scheduleId, personId: company.person(asks), from, to: addMillis(from, 8 * hour) };
  const coverResult = company.world.run(
    { type: 'AskForCover', data: { ...data, offeredTo: null, inReturn: null, note: 'A concert, in the evening.' } },
    { actor: company.actor(asks) },
  );
  if (coverResult.kind !== 'done') return;
  const { coverId } = coverResult.facts[0]!.data as { readonly coverId: string };
  agenda.scheduleAfter(chance.drawBetween(10, 300) * minute, () => {
    const accept = { scheduleId: data.scheduleId, coverId, personId: company.person(takes) };
    company.world.run({ type: 'AcceptCover', data: accept }, { actor: company.actor(takes) });
  });
};

const addOverride = ({ company, chance }: SpecialDaysContext): void => {
  const from = addMillis(company.world.now, chance.drawBetween(1, 5) * day);
  const override = {
    overrideId: company.id('override', from),
    kind: 'add',
    personId: company.person(chance.pick<CastName>(['grace', 'yuki', 'dev'])),
    replacesId: null,
    from,
    to: addMillis(from, 10 * hour),
    reason: 'Sale at the weekend: two of us.',
  };
  company.does(
    { type: 'AddOverrides', data: { scheduleId: company.schedule('storefront'), overrides: [override] } },
    company.actor('jonas'),
  );
};
