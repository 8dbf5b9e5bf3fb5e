<?php

/* Installs the site and fills it. Times are fixed: pages show them. */

$_SERVER['HTTP_HOST'] = 'check.invalid';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
define('WP_INSTALLING', true);
require getenv('BRINE_CHECK_ROOT') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('A site of the check', 'admin', 'admin@check.invalid', true, '', 'a password of the check');
require ABSPATH . 'wp-admin/includes/admin.php';

wp_set_current_user(1);
update_option('permalink_structure', '/%postname%/');
update_option('posts_per_page', 5);
update_option('comments_notify', 0);
update_option('moderation_notify', 0);
update_option('comment_previously_approved', 0);
update_option('check_large', array_map(static fn (int $i): array => ['id' => $i, 'name' => "Option $i", 'on' => $i % 3 === 0, 'share' => $i / 7], range(1, 300)));
update_option('check_text', str_repeat("Text with \u{e4}\u{f6}\u{fc} and \u{20ac}. ", 40));

$users = [1];
foreach (range(1, 6) as $i) {
    $users[] = $id = wp_insert_user([
        'user_login' => "author$i", 'user_pass' => "a password $i", 'user_email' => "author$i@check.invalid", 'role' => $i % 2 ? 'author' : 'editor',
        'display_name' => "Author $i", 'description' => "About author $i", 'user_registered' => '2020-01-02 03:04:05',
    ]);
    update_user_meta($id, 'check_settings', ['size' => $i, 'colours' => ['red', 'green'], 'since' => "201$i"]);
}
$categories = $tags = [];
foreach (range(1, 8) as $i) {
    $categories[] = wp_insert_term("Category $i", 'category', ['description' => "What is in category $i", 'parent' => $i > 4 ? $categories[$i - 5] : 0])['term_id'];
}
foreach (range(1, 20) as $i) {
    $tags[] = wp_insert_term("Tag $i", 'post_tag')['term_id'];
}
foreach (range(1, 6) as $i) {
    wp_insert_post(['post_type' => 'page', 'post_title' => "Page $i", 'post_content' => "<!-- wp:paragraph -->\n<p>Text of page $i.</p>\n<!-- /wp:paragraph -->", 'post_status' => 'publish', 'post_date' => '2021-02-03 04:05:06', 'menu_order' => $i]);
}
foreach (range(1, 40) as $i) {
    $content = '';
    foreach (range(1, 1 + $i % 7) as $part) {
        $content .= "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">Part $part of $i</h2>\n<!-- /wp:heading -->\n<!-- wp:paragraph -->\n<p>"
            . str_repeat("Sentence $part of post $i, \u{fc}nicode and <em>markup</em>. ", 3 + $part) . "</p>\n<!-- /wp:paragraph -->\n";
    }
    $id = wp_insert_post([
        'post_title' => "Post $i", 'post_content' => $content, 'post_status' => 'publish', 'post_author' => $users[$i % count($users)], 'post_excerpt' => $i % 3 ? '' : "Excerpt $i",
        'post_date' => sprintf('2022-%02d-%02d 10:11:12', 1 + $i % 12, 1 + $i % 28), 'post_category' => [$categories[$i % 8], $categories[($i * 3) % 8]],
    ]);
    wp_set_post_terms($id, [$tags[$i % 20], $tags[($i * 7) % 20], $tags[($i * 11) % 20]], 'post_tag');
    update_post_meta($id, 'check_meta', ['views' => $i * 13, 'related' => range($i, $i + 5), 'note' => "Note $i"]);
    $parent = 0;
    foreach ($i % 4 ? range(1, $i % 4) : [] as $comment) {
        $parent = wp_insert_comment([
            'comment_post_ID' => $id, 'comment_author' => "Reader $comment", 'comment_author_email' => "reader$comment@check.invalid", 'comment_content' => "Comment $comment on post $i",
            'comment_date' => '2023-01-02 03:04:05', 'comment_approved' => 1, 'comment_parent' => $comment === 2 ? $parent : 0,
        ]);
    }
}
$menu = wp_create_nav_menu('The menu');
foreach (['Page 1', 'Page 2', 'Page 3'] as $i => $title) {
    $page = get_posts(['post_type' => 'page', 'title' => $title])[0];
    wp_update_nav_menu_item($menu, 0, ['menu-item-object' => 'page', 'menu-item-object-id' => $page->ID, 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish', 'menu-item-position' => $i + 1]);
}
wp_insert_post([
    'post_type' => 'wp_navigation', 'post_title' => 'Navigation', 'post_status' => 'publish',
    'post_content' => '<!-- wp:navigation-link {"label":"Page 1","url":"/page-1/","kind":"custom"} /--><!-- wp:navigation-submenu {"label":"More","url":"/page-2/","kind":"custom"} --><!-- wp:navigation-link {"label":"Page 3","url":"/page-3/","kind":"custom"} /--><!-- /wp:navigation-submenu -->',
]);
update_option('active_plugins', ['brine/brine.php', 'sqlite-database-integration/load.php']);
echo WP_Application_Passwords::create_new_application_password(1, ['name' => 'check'])[0];
