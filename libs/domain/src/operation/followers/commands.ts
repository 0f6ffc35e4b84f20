/** Sent by the timer: there is news for the followers of a service. */
export interface NotifyFollowers {
  readonly type: 'NotifyFollowers';
  readonly data: { readonly serviceId: string; readonly dueAt: string; readonly plannedBy: string };
}

export type FollowerCommand = NotifyFollowers;
