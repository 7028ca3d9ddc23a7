-- Messages of the public contact form. The mail to the operator is sent by a job, so a message outlives a mail failure.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  message text not null,
  lang text not null,
  created_at timestamptz not null
);
create index contact_messages_created on contact_messages (created_at);

-- Subscribers of the newsletter. Mails go only to confirmed addresses; unsubscribing deletes the row.
create table newsletter_subscribers (
  id uuid primary key,
  email text not null unique,
  lang text not null,
  created_at timestamptz not null,
  confirmation_sent_at timestamptz not null,
  confirmed_at timestamptz
);
