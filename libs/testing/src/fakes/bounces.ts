interface Bounced {
  readonly messageId: string;
  readonly status: string;
  readonly action?: 'failed' | 'delayed' | 'relayed' | 'delivered';
  readonly diagnostic?: string;
}

const lines = ({
  messageId,
  status,
  action = 'failed',
  diagnostic = '550 5.1.1 <ana@example.org>: Recipient address rejected: User\n    unknown in local recipient table',
}: Bounced): string => `Return-Path: <>
Date: Fri, 27 Nov 2026 03:12:09 +0000 (UTC)
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: tocsin@example.org
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4D7C01A2B3.1795749129/mx.example.org"
Content-Transfer-Encoding: 8bit
Message-Id: <20261127031209.5C6E01A2C1@mx.example.org>

This is a MIME-encapsulated message.

--4D7C01A2B3.1795749129/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.org.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

--4D7C01A2B3.1795749129/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4D7C01A2B3
X-Postfix-Sender: rfc822; tocsin@example.org
Arrival-Date: Fri, 27 Nov 2026 03:12:08 +0000 (UTC)

Final-Recipient: rfc822; ana@example.org
Original-Recipient: rfc822;ana@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; ${diagnostic}

--4D7C01A2B3.1795749129/mx.example.org
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <tocsin@example.org>
From: Tocsin <tocsin@example.org>
To: ana@example.org
Subject: =?UTF-8?Q?=E2=80=BC_=231_Disk_is_full?=
Message-ID: ${messageId}
Date: Fri, 27 Nov 2026 03:12:08 +0000
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

=E2=80=BC #1 Disk is full

--4D7C01A2B3.1795749129/mx.example.org--
`;

/** A delivery status notification as Postfix 3.7 writes it, with the lines of SMTP. */
export const bounceOf = (bounced: Bounced): string => lines(bounced).replaceAll('\n', '\r\n');
