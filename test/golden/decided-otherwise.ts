const followsARule = 'An attempt names the notification rule that it follows, which is read again when it is due.';
const stepInSameAppend = 'What opens an alert group takes step 1 in the same append, so that whoever is paged waits for one append less.';
const namesItsStep = 'A step that is taken is named by its id, which stays with it through versions of its policy.';
const ofAMessage =
  'An attempt names the person, the contact method and the service that it rings for, so that messages to one person are bundled.';
const coverMails = 'Whom the end of a request for cover concerns is told by mail.';
const saysWhy = 'A page to the previous assignee says why the alert group is firing again.';
const saysAct = 'A page that was answered says by which act: seen, acknowledged, resolved and so on.';
const saysWhere = 'A title names the instance, host, pod or source, when the summary names none.';
const leavesOut =
  'An alert that a complete message leaves out is ending, and resolves six minutes later; before, it was resolved at once. A message that ends the whole and leaves some out no longer ends them at once either.';
const opens =
  'reaction OpenAlertGroup decides otherwise: AlertGroupOpened, EscalationStarted, EscalationStepPlanned → AlertGroupOpened, EscalationStarted,';

/**
 * By release, the decisions that today's rules make differently, each with the change behind it. A key names origin and command,
 * the events on the log, and the events that are decided now. After a change of a rule its consequences appear here, and must be
 * explained.
 */
export const decidedOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    'input AcknowledgeAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'input AnswerPage decides otherwise: PageAnswered.because': saysAct,
    'input ResolveAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'gathering RouteSignals decides otherwise: SignalsRouted.items':
      'What closes a thread as a whole lists none of its alerts, so that no fact grows with what came before; an outcome names the inbox of its signal.',
    'reaction ApplySignal decides otherwise: AlertsResolved.all, AlertsResolved.fingerprints':
      'When all alerts of a group are resolved, the fact says so instead of listing them.',
    'input VerifyContactMethod decides otherwise: ContactMethodVerified, NotificationRuleAdded, NotificationRuleAdded → ContactMethodVerified':
      'A contact method is added with its rules; verifying the first one made them before, unasked.',
    'input AddResponder decides otherwise: AttemptPlanned.ruleId': followsARule,
    [`${opens} PageStarted, AttemptPlanned, AttemptPlanned, EscalationStepTaken, EscalationStepPlanned`]: stepInSameAppend,
    [`${opens} PageStarted, AttemptPlanned, EscalationStepTaken, EscalationStepPlanned`]: stepInSameAppend,
    [`${opens} PageStarted, AttemptPlanned, EscalationStepTaken, EscalationStopped`]: stepInSameAppend,
    'reaction OpenAlertGroup decides otherwise: AlertGroupOpened, PageStarted, AttemptPlanned, EscalationStarted, EscalationStepPlanned → AlertGroupOpened, PageStarted, AttemptPlanned, EscalationStarted, EscalationStepTaken, EscalationStepPlanned':
      stepInSameAppend,
    'timer RemindHolder decides otherwise: AttemptPlanned.ruleId': followsARule,
    'timer TakeEscalationStep decides otherwise: AttemptPlanned.ruleId, PageStarted.cause': saysWhy,
    'reaction TellPagingGroups was not there': 'Pages that are under way follow when somebody changes how they are reached.',
    'timer TakeEscalationStep decides otherwise: AttemptPlanned.because':
      'By every method has a reason of its own for somebody who did not answer, and for managers and owners at last.',
    'timer ReplaceAttempt decides otherwise: AttemptWentStale.to': ofAMessage,
    'timer StartAttempt decides otherwise: AttemptStarted.ring': ofAMessage,
    'timer TakeEscalationStep decides otherwise: AttemptPlanned.because, EscalationStepTaken.stepId': namesItsStep,
    'timer TakeEscalationStep decides otherwise: AttemptPlanned.ruleId, EscalationStepTaken.stepId': namesItsStep,
  },
  '0.2.0': {
    'input AcknowledgeAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'input AnswerPage decides otherwise: PageAnswered.because': saysAct,
    'input ResolveAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'gathering RouteSignals decides otherwise: SignalsRouted.items': leavesOut,
    'timer ReplaceAttempt decides otherwise: AttemptWentStale.to': ofAMessage,
    'timer StartAttempt decides otherwise: AttemptStarted.ring': ofAMessage,
    'reaction OpenAlertGroup decides otherwise: AlertGroupOpened.title, EscalationStepTaken.stepId': saysWhere,
    'reaction OpenAlertGroup decides otherwise: EscalationStepTaken.stepId': namesItsStep,
    'timer TakeEscalationStep decides otherwise: EscalationStepTaken.stepId': namesItsStep,
    'timer TakeEscalationStep decides otherwise: PageStarted.cause': saysWhy,
  },
  '0.3.0': {
    'input AcknowledgeAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'input AnswerPage decides otherwise: PageAnswered.because': saysAct,
    'input ResolveAlertGroup decides otherwise: PageAnswered.because': saysAct,
    'gathering RouteSignals decides otherwise: SignalsRouted.items': leavesOut,
    'timer ReplaceAttempt decides otherwise: AttemptWentStale.to': ofAMessage,
    'timer StartAttempt decides otherwise: AttemptStarted.ring': ofAMessage,
    'reaction OpenAlertGroup decides otherwise: AlertGroupOpened.title, EscalationStepTaken.stepId': saysWhere,
    'reaction OpenAlertGroup decides otherwise: EscalationStepTaken.stepId': namesItsStep,
    'timer TakeEscalationStep decides otherwise: EscalationStepTaken.stepId': namesItsStep,
    'timer TakeEscalationStep decides otherwise: PageStarted.cause': saysWhy,
    'input WithdrawCover decides otherwise: CoverWithdrawn.notifies': coverMails,
    'timer ReviewCover decides otherwise: CoverExpired.notifies': coverMails,
  },
};
