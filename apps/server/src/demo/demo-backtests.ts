import { join } from 'node:path';
import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { FileResults } from '@tocsin/platform/side/file-results.js';
import { createBacktest, markStopped } from '../backtests/stored-backtest.js';
import type { Company } from './company.js';
import type { ServiceName, TeamName } from './company-data.js';

const day = 86_400_000;

/** Nobody else is paged for the storefront within a quarter of an hour. */
const longerWait = ({ world, policy }: Company, name: TeamName): BacktestChange => {
  const { id: policyId, teamId, version, name: title, repeats, climbLow, steps } = world.rows<PolicyRow>('policies').get(policy(name))!;
  const changed = steps.map((step, n) => (n === 0 ? { ...step, waitMinutes: 15 } : step));
  return { type: 'ChangePolicy', data: { policyId, teamId, version, name: title, repeats, climbLow, steps: changed } };
};

const alwaysLow = ({ world, service }: Company, name: ServiceName): BacktestChange => {
  const { id: serviceId, state: _, ...row } = world.rows<ServiceRow>('services').get(service(name))!;
  return { type: 'ChangeService', data: { serviceId, ...row, description: '', runbook: null, urgencyRule: 'always_low' } };
};

/** Backtests that the server runs as soon as it starts, so that there are results to look at. */
export const orderBacktests = async (
  company: Company,
  { data, until }: { readonly data: string; readonly until: string },
): Promise<void> => {
  const results = new FileResults(join(data, 'side', 'backtests'));
  const orders = { storefront: longerWait(company, 'storefront'), postgres: alwaysLow(company, 'postgres') };
  for (const [n, [name, change]] of Object.entries(orders).entries()) {
    const request = { change, from: addMillis(until, -28 * day), to: until };
    const backtest = createBacktest(
      { id: company.id('backtest', `${name} ${until}`), by: company.person('ines'), at: addMillis(until, n), request },
      company.world.events.length,
    );
    await results.begin(backtest.id, JSON.stringify(markStopped(backtest)), { attempt: 1, owner: 'demo' }, null);
  }
};
