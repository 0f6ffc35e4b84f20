import { aGroupFiresWhileOneOfItsAlertsDoes } from './a-group-fires-while-one-of-its-alerts-does.js';
import { anAlertThatLeftItsMessageIsEndingForSixMinutes } from './an-alert-that-left-its-message-is-ending-for-six-minutes.js';
import { anEmptyGroupingIsSplitByName } from './an-empty-grouping-is-split-by-name.js';
import { anIntegrationThatIsRefusedOpensAGroup } from './an-integration-that-is-refused-opens-a-group.js';
import { anUnknownSeverityIsAnErrorAndPages } from './an-unknown-severity-is-an-error-and-pages.js';
import { aReFireOutsideTheWindowIsANewGroupLinkedToTheOld } from './a-re-fire-outside-the-window-is-a-new-group-linked-to-the-old.js';
import { aResolveClosesTheAlertUnderOlderKeys } from './a-resolve-closes-the-alert-under-older-keys.js';
import { aSendersAcknowledgeTakesItInHandWithoutReminders } from './a-senders-acknowledge-takes-it-in-hand-without-reminders.js';
import { aSignalIsReadHoweverItIsSent } from './a-signal-is-read-however-it-is-sent.js';
import { aTitleSaysWhereOnOneLine } from './a-title-says-where-on-one-line.js';
import { aTestOfTheWholePolicyPagesEverybodyItNames } from './a-test-of-the-whole-policy-pages-everybody-it-names.js';
import { definePromises } from './cast.js';
import { signalsAboveTheSoftLimitAreKeptAndShown } from './signals-above-the-soft-limit-are-kept-and-shown.js';
import { theSameSignalTwiceIsOneAlert } from './the-same-signal-twice-is-one-alert.js';
import { theSameStartIsTheSameFiring } from './the-same-start-is-the-same-firing.js';
import { twoMonitoringSystemsDoNotResolveEachOthersAlerts } from './two-monitoring-systems-do-not-resolve-each-others-alerts.js';
import { urgencyRisesAndNeverSinksWhileOpen } from './urgency-rises-and-never-sinks-while-open.js';
import { whatIsTooLongIsCutAndSaid } from './what-is-too-long-is-cut-and-said.js';
import { whatWasSaidLastIsShown } from './what-was-said-last-is-shown.js';
import { whatWasAcceptedIsNeverLost } from './what-was-accepted-is-never-lost.js';

definePromises({
  'a re-fire outside the window is a new group linked to the old': aReFireOutsideTheWindowIsANewGroupLinkedToTheOld,
  'a resolve closes the alert under older keys': aResolveClosesTheAlertUnderOlderKeys,
  'a sender’s acknowledge takes it in hand without reminders': aSendersAcknowledgeTakesItInHandWithoutReminders,
  'an unknown severity is an error and pages': anUnknownSeverityIsAnErrorAndPages,
  'what is too long is cut and said': whatIsTooLongIsCutAndSaid,
  'a signal is read however it is sent': aSignalIsReadHoweverItIsSent,
  'a title says where, on one line': aTitleSaysWhereOnOneLine,
  'the same signal twice is one alert': theSameSignalTwiceIsOneAlert,
  'what was said last is shown': whatWasSaidLastIsShown,
  'two monitoring systems do not resolve each other’s alerts': twoMonitoringSystemsDoNotResolveEachOthersAlerts,
  'an empty grouping is split by name': anEmptyGroupingIsSplitByName,
  'a group fires while one of its alerts does': aGroupFiresWhileOneOfItsAlertsDoes,
  'urgency rises and never sinks while open': urgencyRisesAndNeverSinksWhileOpen,
  'a test of the whole policy pages everybody it names': aTestOfTheWholePolicyPagesEverybodyItNames,
  'an integration that is refused opens a group': anIntegrationThatIsRefusedOpensAGroup,
  'signals above the soft limit are kept and shown': signalsAboveTheSoftLimitAreKeptAndShown,
  'an alert that left its message is ending for six minutes': anAlertThatLeftItsMessageIsEndingForSixMinutes,
  // the server is restarted
  'the same start is the same firing': theSameStartIsTheSameFiring,
  // the server is killed
  'what was accepted is never lost': whatWasAcceptedIsNeverLost,
});
