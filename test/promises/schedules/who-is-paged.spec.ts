import { aCoverCanBeCovered } from './a-cover-can-be-covered.js';
import { aHandoffPagesNobodyAndCancelsNothing } from './a-handoff-pages-nobody-and-cancels-nothing.js';
import { anEditInMidShiftPagesWhomItSaid } from './an-edit-in-mid-shift-pages-whom-it-said.js';
import { anEmptyStepIsSkippedLoudly } from './an-empty-step-is-skipped-loudly.js';
import { anIntendedGapIsPlain } from './an-intended-gap-is-plain.js';
import { aPlannedChangeWaitsForItsMoment } from './a-planned-change-waits-for-its-moment.js';
import { aRotationBroughtAlongKeepsItsPhase } from './a-rotation-brought-along-keeps-its-phase.js';
import { aTemporaryScheduleReplacesEverything } from './a-temporary-schedule-replaces-everything.js';
import { definePromises } from './cast.js';
import { layersOfOnePriorityPageBoth } from './layers-of-one-priority-page-both.js';
import { monthsHandOffOnTheirLastDay } from './months-hand-off-on-their-last-day.js';
import { nextOnCallIsTheFirstWhoDiffers } from './next-on-call-is-the-first-who-differs.js';
import { nightsGoToTheNightLayer } from './nights-go-to-the-night-layer.js';
import { takeItWhileAPageRings } from './take-it-while-a-page-rings.js';
import { whoeverStandsInAStepIsPagedOnce } from './whoever-stands-in-a-step-is-paged-once.js';

definePromises('2026-11-23T08:00:00.000Z', {
  'an edit in mid shift pages whom it said': anEditInMidShiftPagesWhomItSaid,
  'take it while a page rings': takeItWhileAPageRings,
  'a cover can be covered': aCoverCanBeCovered,
  'an intended gap is plain': anIntendedGapIsPlain,
  'an empty step is skipped loudly': anEmptyStepIsSkippedLoudly,
  'next on call is the first who differs': nextOnCallIsTheFirstWhoDiffers,
  'whoever stands in a step is paged once': whoeverStandsInAStepIsPagedOnce,
  'layers of one priority page both': layersOfOnePriorityPageBoth,
  'nights go to the night layer': nightsGoToTheNightLayer,
  'a handoff pages nobody and cancels nothing': aHandoffPagesNobodyAndCancelsNothing,
  'a rotation brought along keeps its phase': aRotationBroughtAlongKeepsItsPhase,
  'a planned change waits for its moment': aPlannedChangeWaitsForItsMoment,
  'a temporary schedule replaces everything': aTemporaryScheduleReplacesEverything,
  'months hand off on their last day': monthsHandOffOnTheirLastDay,
});
