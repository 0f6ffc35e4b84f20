import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { KeyedKind } from '@tocsin/contracts/config-files/noun.js';
import type { Process, ProcessCommand } from '@tocsin/kernel/react/process.js';

const take = (planId: string, step: number) => ({ type: 'TakeConfigStep', data: { planId, step } });

/** Carries out a plan: its commands one after the other, each in the name of whoever applied it. */
export const applyProcess: Process<RecordedFact> = {
  name: 'config-apply',
  on: {
    ConfigApplyStarted: { then: ({ data, meta: { actor } }) => [{ ...take(data.planId, 0), actor }] },
    ConfigStepTaken: {
      then: ({ data: { planId, step, command }, meta: { actor } }): readonly ProcessCommand[] => {
        const next = take(planId, step + 1);
        if (command === null) return [{ ...next, actor }];
        return [{ ...command, actor, next, ifRefused: { type: 'StopConfigApply', data: { planId, step } } }];
      },
    },
  },
};

const claim = (kind: KeyedKind, id: string, externalKey: string | null | undefined): readonly ProcessCommand[] =>
  externalKey ? [{ type: 'SetExternalKey', data: { kind, id, externalKey } }] : [];

/** The key that something was created with becomes its own, unless another one has it: one stream decides. */
export const externalKeyProcess: Process<RecordedFact> = {
  name: 'external-keys',
  on: {
    TeamCreated: { then: ({ data: { teamId, externalKey } }) => claim('Team', teamId, externalKey) },
    ScheduleCreated: { then: ({ data: { scheduleId, externalKey } }) => claim('Schedule', scheduleId, externalKey) },
    PolicyCreated: { then: ({ data: { policyId, externalKey } }) => claim('Policy', policyId, externalKey) },
    ServiceCreated: { then: ({ data: { serviceId, externalKey } }) => claim('Service', serviceId, externalKey) },
    IntegrationCreated: { then: ({ data: { integrationId, externalKey } }) => claim('Integration', integrationId, externalKey) },
  },
};
