import type { DrillFact } from '@tocsin/contracts/drills/noun.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { DrillCommand } from './commands.js';

const same = sameFor<DrillCommand>();

/** The command that each fact was decided by. What a timer or a real page ends has a cause. */
export const inputs: InputsOf<DrillFact, DrillCommand> = {
  DrillPlanned: ({ drillId: _made, ...data }) => same('PlanDrill')(data),
  DrillConsentGiven: ({ drillId }) => same('GiveDrillConsent')({ drillId }),
  DrillConsentWithdrawn: ({ drillId }) => same('WithdrawDrillConsent')({ drillId }),
  DrillStarted: ({ drillId }) => same('StartDrill')({ drillId }),
  DrillEnded: ({ drillId }) => same('EndDrill')({ drillId }),
};
