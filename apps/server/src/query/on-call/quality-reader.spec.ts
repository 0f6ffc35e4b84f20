import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { ana, bo } from '@tocsin/domain/configuration.fixture.js';
import { contactsOfPerson } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { DutyWorld } from '@tocsin/domain/setup/schedules/duty-world.fixture.js';
import { scheduleId, weekly } from '@tocsin/domain/setup/schedules/facts.fixture.js';
import { createConfigurationReads } from '@tocsin/domain/reads.js';
import { CachedAnswers } from './cached-answers.js';
import { QualityReader } from './quality-reader.js';

const byDay = { ...weekly, restrictions: [{ weekdays: [], times: { from: '09:00', to: '17:00' } }] };

const createReader = (layer: object = weekly) => {
  const duty = new DutyWorld();
  duty.creates({ layers: [layer] });
  const reads = createConfigurationReads(duty.world.memory);
  return { duty, reader: new QualityReader({ reads, now: () => duty.world.now }) };
};

const mailWithBounces = { mail: true, bounces: true };

describe('what is ahead of schedules', () => {
  it('lists the gaps of four weeks, without what has passed, and who could not be paged', () => {
    const { duty, reader } = createReader(byDay);
    const { gaps, lacking, from, to } = reader.ahead(mailWithBounces);
    expect(Date.parse(to) - Date.parse(from)).toBe(peopleLimits.aheadHorizon);
    expect(gaps).toMatchObject([{ scheduleId, count: 28, first: { length: scheduleLimits.gapsListed } }]);
    expect(gaps[0]!.first[0]).toEqual({ from: '2026-11-18T16:00:00.000Z', to: '2026-11-19T08:00:00.000Z' });
    expect(lacking).toEqual([
      { personId: ana, scheduleId, from: duty.world.now, lacks: 'readiness.no_method' },
      { personId: bo, scheduleId, from: '2026-11-23T08:00:00.000Z', lacks: 'readiness.no_method' },
    ]);
    duty.world.advanceTo('2026-11-18T20:00:00.000Z');
    const secondAnswer = reader.ahead(mailWithBounces);
    expect(secondAnswer.gaps[0]!.first[0]).toEqual({ from: '2026-11-18T20:00:00.000Z', to: '2026-11-19T08:00:00.000Z' });
    duty.world.advanceTo('2026-11-19T07:00:00.000Z');
    expect(reader.ahead(mailWithBounces).gaps[0]!.first[0]!.from).toBe('2026-11-19T07:00:00.000Z');
  });

  it('says that bounces are not seen of a person whom only e-mail reaches, until one was', () => {
    const { duty, reader } = createReader();
    duty.has(`person-${ana}`, ...contactsOfPerson(ana, ['email'], [['high', 0, 0]]));
    const bosRules = [0, 1].map((method) => ['high', method, 0] as const);
    duty.has(`person-${bo}`, ...contactsOfPerson(bo, ['email', 'push'], bosRules));
    const lacking = (bounces: boolean) => reader.ahead({ mail: true, bounces }).lacking.map(({ personId, lacks }) => [personId, lacks]);
    expect(lacking(false)).toEqual([[ana, 'readiness.bounces_not_seen']]);
    expect(lacking(true)).toEqual([]);
  });

  it('is about who is on call from now on: whoever went comes again later', () => {
    const { duty, reader } = createReader();
    duty.world.advanceTo('2026-11-23T07:00:00.000Z');
    const firsts = () => reader.ahead(mailWithBounces).lacking.map(({ personId, from }) => [personId, from]);
    expect(firsts()).toEqual([
      [ana, '2026-11-23T07:00:00.000Z'],
      [bo, '2026-11-23T08:00:00.000Z'],
    ]);
    duty.world.advanceTo('2026-11-23T09:00:00.000Z');
    expect(firsts()).toEqual([
      [bo, '2026-11-23T09:00:00.000Z'],
      [ana, '2026-11-30T08:00:00.000Z'],
    ]);
  });

  it('follows an edit at once', () => {
    const { duty, reader } = createReader(byDay);
    expect(reader.ahead(mailWithBounces).gaps).toHaveLength(1);
    expect(reader.quality(duty.row).covered).toBeCloseTo(1 / 3, 3);
    duty.does('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Europe/Berlin', layers: [weekly] });
    expect(reader.ahead(mailWithBounces).gaps).toEqual([]);
    expect(reader.quality(duty.row)).toMatchObject({ covered: 1, names: { [ana]: 'Ana' } });
  });

  it('counts shares as they are set, by those who may', () => {
    const { duty, reader } = createReader();
    const shares = [{ personId: bo, percent: 50 }];
    expect(duty.does('SetShares', { scheduleId, shares })).toBe('done');
    expect(duty.does('SetShares', { scheduleId, shares: [...shares, { personId: ana, percent: 100 }] })).toBe('nothing');
    expect(reader.quality(duty.row).balance).toBeCloseTo(0.5, 1);
    expect(duty.does('SetShares', { scheduleId, shares: [{ personId: scheduleId, percent: 50 }] })).toBe('person.not_found');
    expect(duty.does('SetShares', { scheduleId, shares: [] })).toBe('done');
    expect(reader.quality(duty.row).balance).toBe(1);
    expect(duty.again()).toEqual([]);
  });
});

describe('an answer about a row', () => {
  const row = {} as ScheduleRow;
  it('is worked out once however often it is asked, and again for another stamp, another row, or when it failed', () => {
    let worked = 0;
    const cachedAnswers = new CachedAnswers<ScheduleRow, number>();
    const work = (): number => ++worked;
    const fail = (): number => {
      throw new Error('no');
    };
    expect([cachedAnswers.getOrCompute(row, 'a', work), cachedAnswers.getOrCompute(row, 'a', work)]).toEqual([1, 1]);
    expect(cachedAnswers.getOrCompute(row, 'b', work)).toBe(2);
    expect(cachedAnswers.getOrCompute({ ...row }, 'b', work)).toBe(3);
    expect(() => cachedAnswers.getOrCompute(row, 'c', fail)).toThrow('no');
    expect(cachedAnswers.getOrCompute(row, 'c', work)).toBe(4);
  });
});
