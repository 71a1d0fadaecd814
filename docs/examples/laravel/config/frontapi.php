<?php

use App\Models;

$member = ['name', 'designation', 'rank', 'qualifications', 'represents', 'appointed_at', 'phone', 'email'];

return [
    'token' => env('FRONTAPI_TOKEN'),

    /*
     * The calls with items: the names of the list and of an item in `data`, the columns that are fields of their own kind
     * (docs/schemas of Foyer), and the filters. A list without `paged` is sent as a whole.
     */
    'lists' => [
        'album' => ['model' => Models\Album::class, 'list' => 'albums', 'item' => 'album', 'paged' => true, 'fields' => ['event_date', 'place']],
        'blogs' => ['model' => Models\Post::class, 'list' => 'blogs', 'item' => 'blog', 'paged' => true, 'filters' => ['category']],
        'bod' => ['model' => Models\Director::class, 'list' => 'members', 'fields' => $member],
        'career' => ['model' => Models\Vacancy::class, 'list' => 'careers', 'item' => 'career', 'paged' => true, 'fields' => ['location', 'employment_type', 'openings', 'deadline', 'apply_email']],
        'department' => ['model' => Models\Department::class, 'list' => 'departments', 'item' => 'department', 'paged' => true, 'fields' => ['phone', 'email']],
        'downloads' => ['model' => Models\Download::class, 'list' => 'downloads', 'paged' => true, 'filters' => ['category'], 'fields' => ['effective_date']],
        'faq' => ['model' => Models\Question::class, 'list' => 'faqs', 'fields' => ['question', 'answer']],
        'management' => ['model' => Models\Manager::class, 'list' => 'members', 'fields' => $member],
        'news' => ['model' => Models\News::class, 'list' => 'news', 'item' => 'news', 'paged' => true, 'filters' => ['category']],
        'notice' => ['model' => Models\Notice::class, 'list' => 'notices', 'item' => 'notice', 'paged' => true, 'filters' => ['category'], 'fields' => ['reference_no', 'is_pinned', 'expires_at']],
        'page' => ['model' => Models\Page::class, 'list' => 'pages', 'item' => 'page'],
        'report' => ['model' => Models\Report::class, 'list' => 'reports', 'paged' => true, 'filters' => ['category', 'fiscal_year'], 'fields' => ['fiscal_year', 'quarter', 'period_end']],
        'service-center' => ['model' => Models\ServiceCenter::class, 'list' => 'service_centers', 'fields' => ['name', 'province', 'district', 'address', 'phones', 'email', 'latitude', 'longitude']],
        'services' => ['model' => Models\Service::class, 'list' => 'services', 'item' => 'service', 'fields' => ['steps', 'fees']],
        'sliders' => ['model' => Models\Slider::class, 'list' => 'sliders', 'fields' => ['type', 'title', 'href']],
    ],

    /* The calls that are one object. */
    'singles' => [
        'site' => ['site' => [
            'name' => 'Himal Trust',
            'tagline' => 'Plain dealing',
            'menu' => [
                ['label' => 'Notices', 'href' => '/notice'],
                ['label' => 'About', 'children' => [['label' => 'Board', 'href' => '/bod'], ['label' => 'Profile', 'href' => '/profile']]],
            ],
            'footer' => [['label' => 'Contact us', 'href' => '/contact']],
            'accent' => '#1f4b5c',
        ]],
        'contact' => ['contact' => [
            'address' => 'Lazimpat, Kathmandu',
            'phones' => ['+977-1-5550100'],
            'emails' => ['info@himal.example'],
            'hours' => [['days' => 'Sunday to Thursday', 'open' => '10:00', 'close' => '17:00']],
        ]],
        'companyInfo' => ['company' => ['legal_name' => 'Himal Trust Limited', 'registration_no' => '1234/066']],
        'home' => ['awareness' => ['name' => 'Know your rights', 'summary' => 'As a shareholder you have some.']],
    ],
];
