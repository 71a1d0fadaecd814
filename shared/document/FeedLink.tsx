/** Announces an Atom feed to feed readers. */
export function FeedLink({ title, href }: { title: string; href: string }) {
  return <link rel="alternate" type="application/atom+xml" title={title} href={href} />;
}
