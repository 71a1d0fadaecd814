<?php

namespace App\Http\Controllers;

use App\Http\Resources\ItemResource;
use App\Models\Category;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Support\Collection;

/** The calls of config/frontapi.php. Any other call is 404, and Foyer does without it. */
class FrontapiController
{
    /** Pages with a call of their own, which is their slug. */
    private const PAGES = ['introduction', 'profile', 'about'];

    /** The lists whose items have a category, by the type of an item. */
    private const CATEGORISED = ['blog' => 'blogs', 'news' => 'news', 'notice' => 'notice'];

    public function index(Request $request, string $call): JsonResponse
    {
        if (in_array($call, self::PAGES, true)) {
            return $this->show('page', $call);
        }
        $single = config("frontapi.singles.$call");

        return $this->data(match (true) {
            $call === 'category' => ['categories' => Category::all(['slug', 'name'])],
            $call === 'home' => [
                ...$single,
                'sliders' => $this->resources('sliders', $this->listed('sliders')->get()),
                'blogs' => $this->resources('blogs', $this->listed('blogs')->limit(6)->get()),
            ],
            $single !== null => $single,
            $this->row($call)['paged'] => $this->page($request, $call),
            default => [$this->row($call)['list'] => $this->resources($call, $this->listed($call)->get())],
        });
    }

    /** By id or by slug. An id wins. */
    public function show(string $call, string $item): JsonResponse
    {
        if ($call === 'category') {
            return $this->category(Category::where('slug', $item)->firstOrFail());
        }
        $name = $this->row($call)['item'];
        abort_if($name === null, 404);
        $items = $this->published($call);
        $found = ctype_digit($item) ? $items->clone()->find($item) : null;
        $found ??= $items->where('slug', $item)->firstOrFail();

        return $this->data([$name => (new ItemResource($found))->withFields($this->row($call)['fields'], hasText: true)]);
    }

    /** Without `pagination` a list is complete: Foyer pages it. */
    private function category(Category $category): JsonResponse
    {
        $items = collect(self::CATEGORISED)->flatMap(fn (string $call, string $type) => $this->resources(
            $call,
            $this->listed($call)->where('category_id', $category->id)->get(),
            ['type' => $type],
        ));

        return $this->data(['category' => $category->only(['slug', 'name']), 'items' => $items->values()]);
    }

    private function page(Request $request, string $call): array
    {
        ['list' => $list, 'filters' => $filters] = $this->row($call);
        $query = $request->validate([
            'page' => 'integer|min:1',
            'per_page' => 'integer|between:1,50',
            'search' => 'nullable|string|max:100',
            ...array_fill_keys($filters, 'nullable|string|max:100'),
        ]);
        $all = $this->listed($call);
        $found = $all->clone();
        foreach (array_filter(array_intersect_key($query, array_flip($filters))) as $name => $value) {
            $name === 'category'
                ? $found->whereHas('category', fn (Builder $category) => $category->where('slug', $value))
                : $found->where($name, $value);
        }
        foreach (preg_split('/\s+/', $query['search'] ?? '', -1, PREG_SPLIT_NO_EMPTY) as $word) {
            $like = '%'.addcslashes($word, '%_\\').'%';
            $found->where(fn (Builder $item) => $item->where('title', 'like', $like)->orWhere('summary', 'like', $like));
        }
        $page = $found->paginate((int) ($query['per_page'] ?? 12));
        abort_if($page->currentPage() > $page->lastPage(), 404);

        return [
            $list => $this->resources($call, collect($page->items())),
            'pagination' => [
                'current_page' => $page->currentPage(),
                'last_page' => $page->lastPage(),
                'per_page' => $page->perPage(),
                'total' => $page->total(),
            ],
            // An object also without filters: PHP writes an empty array as a list.
            'filters' => (object) array_map(
                fn (string $name) => $this->values($all->clone(), $name),
                array_combine($filters, $filters),
            ),
        ];
    }

    /** The values of a filter, with the number of items of each. */
    private function values(Builder $items, string $filter): array
    {
        return $items->get()
            ->map(fn ($item) => $item->{$filter})
            ->filter()
            ->map(fn ($value) => is_string($value) ? [$value, $value] : [$value->slug, $value->name])
            ->groupBy(0)
            ->map(fn ($same) => ['value' => $same[0][0], 'label' => $same[0][1], 'count' => count($same)])
            ->values()->all();
    }

    /** What config/frontapi.php says of a call. */
    private function row(string $call): array
    {
        $row = config("frontapi.lists.$call");
        abort_if($row === null, 404);

        return $row + ['item' => null, 'paged' => false, 'filters' => [], 'fields' => []];
    }

    private function published(string $call): Builder
    {
        return $this->row($call)['model']::query()->with(['category', 'files'])->where(
            fn (Builder $item) => $item->whereNull('published_at')->orWhere('published_at', '<=', now())
        );
    }

    /** In the order of the list: pinned notices, then the newest. A list as a whole stays in its own order. */
    private function listed(string $call): Builder
    {
        $items = $this->published($call);
        if ($call === 'notice') {
            $items->where(fn (Builder $item) => $item->whereNull('expires_at')->orWhere('expires_at', '>', now()))
                ->orderByDesc('is_pinned');
        }

        return $this->row($call)['paged'] ? $items->latest() : $items->orderBy('id');
    }

    /** A list whose items have no call of their own has their texts. */
    private function resources(string $call, Collection $items, array $beside = []): Collection
    {
        ['fields' => $fields, 'item' => $item] = $this->row($call);

        return $items->map(fn ($found) => (new ItemResource($found))->withFields($fields, $item === null, $beside));
    }

    private function data(array $data): JsonResponse
    {
        return new JsonResponse(['error' => false, 'data' => $data]);
    }
}
