import type { SilenceFact } from '@tocsin/contracts/silences/noun.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { SilenceCommand } from './commands.js';

/** What Tocsin finds by itself. */
type Following = 'SilenceFoundFiring' | 'SilenceFoundQuiet' | 'SilenceEndAnnounced';

/** The command that each fact was decided by. An end by time has a cause. */
export const inputs: InputsOf<SilenceFact, SilenceCommand, Following> = {
  SilenceStarted: sameFor<SilenceCommand>()('StartSilence'),
  SilenceEndChanged: ({ silenceId, until }) => ({ type: 'ChangeSilenceEnd', data: { silenceId, until } }),
  SilenceEnded: ({ silenceId }) => ({ type: 'EndSilence', data: { silenceId } }),
};
