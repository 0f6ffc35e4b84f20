import {
  Activity,
  BellOff,
  BellRing,
  CheckCheck,
  CircleCheck,
  ListOrdered,
  Moon,
  RotateCcw,
  Smartphone,
  StickyNote,
  UserRoundCheck,
  UserRoundPlus,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';

/** What happened, by the beginning of an event’s name; the first that fits. */
const icons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^(AlertGroupOpened|AlertsFired|AlertsReworded|LinkedAlertsFired)$/, BellRing],
  [/^(AlertsResolved|AlertGroupResolved|AlertsEnding|StormEnded)$/, CircleCheck],
  [/^(AlertGroupReopened|AlertGroupReturnedToFiring|AlertsResumed|AlertGroupUnsnoozed)$/, RotateCcw],
  [/^(AlertGroupAcknowledged|AcknowledgementRenewed|AlertsTakenInHand)/, CheckCheck],
  [/^(AlertGroupTakenOver|Reassign|Responder|HolderAsked|PageAnswered)/, UserRoundCheck],
  [/^(RespondersAdded|PeopleCalledInPart)/, UserRoundPlus],
  [/^AlertGroupSnoozed/, Moon],
  [/^(AlertGroupSuppressed|AlertsMuted|AlertGroupSettling|SilenceApplied)/, BellOff],
  [/^(AlertGroupFlapped|FlappingEnded)/, Activity],
  [/^NoteAdded/, StickyNote],
  [/^Escalation/, ListOrdered],
  [/^WebhookCall/, Webhook],
  [/^(Page|Attempt|Bundle|MessageResent)/, Smartphone],
];

export const EventIcon = ({ type }: { type: string }) => {
  const Icon = icons.find(([name]) => name.test(type))?.[1] ?? Zap;
  return <Icon aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 text-muted" />;
};
