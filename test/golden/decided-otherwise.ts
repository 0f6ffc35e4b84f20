/**
 * By release, the decisions that today's rules make differently, each with the change behind it. A key names origin and command,
 * the events on the log, and the events that are decided now. After a change of a rule its consequences appear here, and must be
 * explained.
 */
export const decidedOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.4.0': {
    'gathering RouteSignals decides otherwise: SignalsRouted.items':
      'the number of an alert’s words counts its labels, too: conditions match them as last said',
    'input ChooseNotice decides otherwise: WeeklySummaryTurnedOn.zones': 'it names the edition of the zone table that it was decided by',
    'reaction EraseAtProviders was not there':
      'what providers keep of an erased person is deleted there; of those erased before, nothing is asked',
  },
};
